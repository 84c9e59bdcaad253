import type { Messages } from './en.ts'

export const m: Messages = {
  address: 'Dirección',
  copyLink: 'Copiar el enlace',
  goodFor: 'Válido {time}.',
  forTime: (time) => `durante ${time}`,
  ownNetworkOnly: 'Sin https, solo se abre en la red propia.',
  opensAnywhere: 'Se abre donde se pueda acceder a esa dirección.',
  shownOnce: 'Solo se muestra ahora.',
  thisMachineOnly:
    'Este servicio solo escucha en su propio equipo, así que ningún otro dispositivo puede abrir el enlace. Inícialo con {setting} para admitir los dispositivos de casa.',
  qrCode: 'Código QR del enlace',
  whatFor: 'Para qué es',
  byHand: 'Elegido a mano.',
  presets: {
    tools: 'Herramientas para un asistente',
    chatApp: 'App de chat',
    homeAssistant: 'Home Assistant',
    codeAssistant: 'Asistente de programación',
    everything: 'Todo',
  },
  hints: {
    tools: 'Para un cliente MCP con su propio modelo: lee páginas, encuentra tus archivos y más.',
    chatApp: 'Chatea con todos los modelos y busca en sus documentos con embeddings.',
    homeAssistant: 'Chatea, habla y escucha.',
    codeAssistant: 'Pregunta a todos los modelos; sin tareas ni archivos.',
    everything: 'Todo lo que puede una clave, también lo que venga.',
  },
  tools: 'Herramientas',
  allTools: 'Todas, también las nuevas',
}
