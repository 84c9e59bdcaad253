import { counted } from '../../../ui/locale.ts'
import type { Messages } from './en.ts'

export const m: Messages = {
  title: 'Equipos',
  noneJoined: 'Aún no se ha unido ningún equipo',
  allHere: 'Este equipo hace todo el trabajo',
  whatFor:
    'Otro equipo puede responder con sus motores por este. Las tareas pesadas se reparten entre todos los equipos, en el orden en que llegaron, de modo que varias se ejecutan a la vez. Para los clientes no cambia nada: direcciones, claves y modelos siguen aquí.',
  needsRedis:
    'Todos los equipos necesitan acceso a un servidor Redis o Valkey. Pon su dirección en el hearth.toml de aquí y reinicia Hearth:',
  settings: 'los ajustes',
  command: 'el comando',
  onOthers:
    'En cada otro equipo, instala la misma versión de Hearth, pon las mismas líneas en su hearth.toml junto a sus propios motores e inícialo:',
  appears: 'Aparece aquí en segundos. No necesita ningún puerto ni guarda datos.',
  facts: (tasks) =>
    `Versión {version}, ${counted(tasks, { one: '# tarea pesada', other: '# tareas pesadas' })} a la vez, iniciado {time}`,
  noEngine:
    'No tiene ningún motor: inicia allí un servidor de modelos o añade [[engines]] a su hearth.toml.',
  accounts: 'Cuentas {names}',
  answersNot: 'No responde: {reason}',
  forget: 'Olvidar',
  isForgotten: (name) => `${name} se ha olvidado`,
  forgetThis: (name) => `¿Olvidar ${name}?`,
  forgetText:
    'Los motores y modelos que solo tiene él dejan de ofrecerse. Vuelve a aparecer en cuanto se inicie.',
  forgetIt: 'Olvidar',
  lost: (ago) => `Perdido, última señal ${ago}`,
  stopped: (ago) => `Detenido, última señal ${ago}`,
  otherVersion: 'De otra versión, así que no recibe trabajo',
  idle: 'En línea, nada en marcha',
  running: (calls) =>
    `En línea, ${counted(calls, { one: '# llamada', other: '# llamadas' })} en marcha`,
  lostHelp: (name) =>
    `Su trabajo ha pasado a otros equipos donde es posible. Comprueba que ${name} está encendido, llega al servidor Redis y aún ejecuta npm run worker: vuelve a unirse solo.`,
  versionHelp: (version, own) =>
    `Tiene la versión ${version} de Hearth, y este servicio la ${own}. Actualiza el más antiguo y reinícialo.`,
  clockAhead: (time) =>
    `Su reloj va ${time} adelantado, así que las horas de su registro y de sus cuotas son erróneas. Ajústalo por la red: sudo timedatectl set-ntp true`,
  clockBehind: (time) =>
    `Su reloj va ${time} atrasado, así que las horas de su registro y de sus cuotas son erróneas. Ajústalo por la red: sudo timedatectl set-ntp true`,
}
