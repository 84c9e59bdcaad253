import { counted } from '../../../../ui/locale.ts'
import type { Messages } from './en.ts'

const BACKUP = 'Haz una ahora: npm run backup -- FILE'
const WITHOUT_FFMPEG =
  'de las grabaciones solo se leen archivos WAV en PCM, la voz solo sale en wav o pcm, y las demás solicitudes reciben 503 not_installed'
const WITHOUT_CHROMIUM =
  'las páginas web hechas por un script se leen sin lo que el script dibuja, y las solicitudes de una página dibujada reciben 503 not_installed'
const WITHOUT_YT_DLP =
  'de los sitios de vídeo solo se lee YouTube, sin su sonido, y las demás solicitudes reciben 503 not_installed'
const CORRECT = 'Corrige {setting}, o quítalo'
const TOOL_MISSING =
  'El programa {command} no está instalado, o no está en el PATH de Hearth: el motor {engine} no puede responder'
const FREE = 'Libera espacio en el disco de {path}: {command}'
const LEFT =
  'de los {reservedBytes} reservados para revocar y para el final de los trabajos quedan {leftBytes}'
const OUTLIVES = 'Un proceso que una herramienta separa de sí puede sobrevivir a ella y al servicio'
const FOLDER = 'La carpeta {path} de la colección «{name}»'
const CLOCK = 'Ponlo en hora: timedatectl set-ntp true'
const NODE_CLOCK = 'Pon en hora el reloj de {name} por la red: sudo timedatectl set-ntp true'
const AGAIN =
  '{reason}. Se vuelve a intentar cada hora. Las copias están en {folder}; npm run doctor dice cómo van.'

export const m: Messages = {
  findings: {
    as_said: ['{text}'],
    check_timeout: [
      'Esta comprobación se dejó tras {seconds} s sin respuesta; no se sabe cómo está',
    ],
    check_denied: ['Sin comprobar, porque este usuario no puede leer {path}'],
    check_failed: ['La propia comprobación ha fallado: {reason}'],
    settings_fine: ['Los ajustes no tienen errores'],
    settings_changed: [
      'Los ajustes se cambiaron después del inicio y aún no tienen efecto',
      'Reinicia Hearth',
    ],
    settings_next_fails: ['El próximo inicio fallará, porque se cambiaron los ajustes: {issue}'],
    passkeys_left: [
      'Hay llaves de acceso de otro nombre de host que {host}, el de BASE_URL: nadie puede iniciar sesión con ellas aquí',
      'Vuelve al nombre de host anterior, o deja que esas personas entren con un enlace y añadan otras nuevas',
    ],
    database_writes: ['La base de datos admite escrituras'],
    database_no_writes: [
      'La base de datos no admite escrituras: las solicitudes que deben escribir reciben 507',
      'Libera espacio en su disco, y mira que nada más cambie sus archivos',
    ],
    backups_failed: ['{last}. El último intento ha fallado: {reason}', BACKUP],
    backups_stale: ['{last}, aunque se hace una cada noche mientras Hearth funciona', BACKUP],
    backups_off: ['{last}. No se hace ninguna por la noche, según los ajustes'],
    backups_due: ['{last}: la primera está por hacer'],
    backups_fine: ['{last}'],
    backups_incomplete: ['{last}, aunque debería tener archivos: {reason}'],
    gguf_none: [
      'No hay ningún archivo GGUF en {folder}, y {command} no está instalado: con ambos, Hearth responde por sí mismo',
      'Pon un archivo GGUF en {folder}, e instala llama.cpp: {install}',
    ],
    gguf_no_program: [
      '{command} no está instalado, así que nada responde con {names} de {folder}',
      '{install}',
    ],
    gguf_broken: [
      '{path} no funciona, así que nada responde con los archivos GGUF de {folder}',
      'Pruébalo: {path} --version',
    ],
    gguf_no_file: [
      '{path} está, pero no hay ningún archivo GGUF en {folder}',
      'Pon un archivo GGUF en {folder}',
    ],
    gguf_answers: ['{path} responde con {names}'],
    gguf_not_loaded: [
      'El archivo de modelo {name} no se puede cargar: {reason}',
      'Descárgalo otra vez; se vuelve a probar en cuanto cambia',
    ],
    engines_none: [
      'Ningún motor puede responder: toda solicitud de chat, generate y agent recibe 503',
      'Arregla uno de los motores de arriba',
    ],
    engines_unused: [
      'Instalados aquí y sin usar, porque una sesión solo se usa con tu permiso: {tools}',
      'Añade [[engines]] con sus cuentas a hearth.toml para usarlos',
    ],
    engines_demo: [
      'No hay ningún motor configurado y ningún servidor de modelos responde en este equipo, así que solo responde la demostración',
      'Inicia un servidor de modelos (llama-server, ollama serve, …), pon un archivo GGUF en la carpeta models de DATA_DIR, o añade [[engines]] a hearth.toml',
    ],
    engine_built_in: ['{label} está integrado y siempre responde'],
    engine_down: [
      '{label} en {address} no responde como debe ({reason}): las solicitudes van a los otros motores, y fallan si no hay ninguno',
      'Inicia su servidor; esto muestra si responde: curl {address}/models',
    ],
    engine_no_model: ['{label} responde en {address}, pero no tiene ningún modelo', 'Carga uno'],
    engine_answers: ['{label} responde en {address} con {names}'],
    engine_no_such_model: [
      '{label} responde en {address}, pero no ofrece {missing}: las solicitudes pueden fallar',
      'Cárgalo, o corrige models de {engine}',
    ],
    tool_missing: [TOOL_MISSING, 'Instálalo, o pon su ruta en command de [[engines]] {engine}'],
    tool_to_install: [TOOL_MISSING],
    account: ['Cuenta {account} de {engine} ({path}): {status}'],
    account_sign_in: [
      'Cuenta {account} de {engine} ({path}): {status}',
      'Inicia sesión: {command}',
    ],
    speech_none: [
      'No hay ningún motor de voz: los textos no se pueden leer en voz alta',
      'Vuelve a activar la voz integrada, instala espeak-ng (apt install espeak-ng, brew install espeak-ng), o indica un servidor de voz en [[speech_engines]] de hearth.toml',
    ],
    speech: ['Habla con {name}: {status}'],
    speech_parked: ['Habla con {name}: {status}', 'Mira su estado en la página Motores'],
    transcription_none: [
      'No hay ningún motor de transcripción: las grabaciones no se pueden transcribir',
      'Inicia un servidor whisper (de whisper.cpp, speaches o LocalAI), instala whisper-cli con un modelo, o indica uno en [[transcription_engines]] de hearth.toml',
    ],
    transcription: ['Transcribe con {name}: {status}'],
    transcription_parked: [
      'Transcribe con {name}: {status}',
      'Mira su estado en la página Motores',
    ],
    bucket_unusable: ['{reason}: los archivos ni se guardan ni se envían', '{fix}'],
    bucket_used: [
      'Los archivos están en el bucket {bucket} en {origin}; escribir, leer y listar funciona',
    ],
    bucket_leftovers: [
      'La carpeta de datos {folder} aún tiene {names} de antes del bucket, que no se usan',
      'Cópialos con Hearth parado, y luego bórralos allí: npm run files -- move',
    ],
    folder_is_file: [
      'La carpeta de datos {path} es un archivo, así que Hearth no puede iniciarse',
      'Pon una carpeta en DATA_DIR, o aparta {path}',
    ],
    folder_private: ['Solo su propietario puede leer la carpeta de datos {path}'],
    folder_open: [
      'Otros usuarios de este equipo pueden leer {paths}, con todas las conversaciones',
    ],
    folder_blocked: [
      'El usuario {user} no puede escribir {paths}: si Hearth funciona con él, no puede iniciarse',
      'Ejecuta esto como el usuario de Hearth, o: sudo chown -R {user} {folder}',
    ],
    folder_new: ['Aún no hay carpeta de datos {path}: el primer inicio la crea'],
    folder_denied: [
      'No hay carpeta de datos {path}, y este usuario no puede crearla en {parent}: Hearth no puede iniciarse',
    ],
    secrets_open: [
      'Otros usuarios de este equipo pueden leer {path}, que tiene claves o contraseñas',
    ],
    provider_answers: ['El proveedor de identidad {name} responde'],
    provider_down: [
      'El proveedor de identidad {name} no responde como debe ({reason}): nadie puede iniciar sesión con él',
      'Mira qué responde: curl -i {url}',
    ],
    provider_other_name: [
      'El proveedor de identidad se llama {reported}, y OIDC_ISSUER dice {issuer}: nadie puede iniciar sesión con él',
      'Pon OIDC_ISSUER={quoted}, si ese es tu proveedor',
    ],
    bun_right: ['Funciona Bun {version}, como pide package.json'],
    bun_other: [
      'Funciona Bun {version}, pero Hearth se probó con {required}',
      'Inicia Hearth con npm start, que instala y usa la versión correcta',
    ],
    clock_wrong: [
      'El reloj marca {time}, lo que no puede ser: fallan el inicio de sesión, las claves con caducidad y https',
      CLOCK,
    ],
    clock_behind: [
      'El reloj marca {time}, pero la carpeta de datos se escribió a las {written}: va atrasado, así que lo caducado puede volver a valer y el uso cuenta para otro día',
      CLOCK,
    ],
    clock_right: ['El reloj marca {time}, después de todo lo escrito'],
    disk_no_files: ['El disco de {path} no admite más archivos', FREE],
    disk_full: [
      `El disco de {path} está lleno ({freeBytes} libres): las solicitudes que deben escribir reciben 507, y ${LEFT}`,
      FREE,
    ],
    disk_was_full: [`El disco de {path} estuvo lleno: ${LEFT}`, FREE],
    disk_fine: ['{room}'],
    disk_tight: [
      '{room}: una copia o una actualización la copia, así que debería haber {neededBytes} libres',
      FREE,
    ],
    disk_refuses_files: [
      '{room}: no se acepta ningún archivo hasta que haya libres más de los {neededBytes} de MIN_FREE_BYTES',
      'Libera espacio en el disco de {path} o define un MIN_FREE_BYTES menor: {command}',
    ],
    connections_setting: [
      'MAX_CONNECTIONS_PER_ADDRESS no tiene efecto: las conexiones inactivas se cierran al cabo de un tiempo, sean de quien sean',
      'Quita este ajuste',
    ],
    connections_many: ['Puede haber {limit} archivos y conexiones abiertos a la vez'],
    connections_few: [
      'Solo puede haber {limit} archivos y conexiones abiertos a la vez: clientes inactivos pueden ocuparlos todos, y nadie más entra',
      'Permite más archivos abiertos: LimitNOFILE en la unidad del servicio, o ulimit -n {wanted}',
    ],
    address_leads: ['{url} ({name}) lleva a Hearth'],
    address_host: [
      '{url} ({name}) lleva a Hearth, pero con otro Host que el del navegador: todos reciben 421 allí',
      'Haz que el proxy conserve Host: nginx necesita proxy_set_header Host $host; Caddy lo hace solo',
    ],
    address_no_service: [
      'El proxy en {url} ({name}) responde {status}: Hearth no está en marcha, o el proxy reenvía a otro puerto',
      'Inicia Hearth, y luego reenvía a EDGE_PORT',
    ],
    address_other: [
      '{url} ({name}) lleva a otro programa, que responde {status}: fallan el inicio de sesión y los enlaces de correos y páginas',
      'Reenvía ese nombre a EDGE_PORT, o corrige {name}',
    ],
    address_unreachable: [
      'Este equipo no llega a {url} ({name}): {reason}. Otros quizá sí, si el router no devuelve hacia dentro',
      'Pruébalo desde otra red: curl -i {url}/health',
    ],
    proxy_answers: [
      'Las direcciones que dan los usuarios se descargan por el proxy {host} (EGRESS_PROXY), que acepta conexiones',
    ],
    proxy_down: [
      'El proxy {host} (EGRESS_PROXY) no acepta conexiones ({reason}): nada se puede descargar de las direcciones que dan los usuarios',
      'Inícialo, o corrige EGRESS_PROXY; sin EGRESS_PROXY, Hearth se conecta directamente',
    ],
    workers_off: ['Los agentes están desactivados: {reason}', '{fix}'],
    workers_isolated: [
      'Los comandos de los agentes se ejecutan en un entorno aislado, {user}, {memory}, {python}',
    ],
    profile_faulty: ['El perfil de agente {name} no se puede usar: {reason}', 'Corrige {path}'],
    profiles_fine: ['Tus perfiles de agentes se pueden usar: {profiles}'],
    tools_in_namespaces: [
      'Cada herramienta se ejecuta en un espacio de nombres PID: nada de lo que inicia sobrevive a ella o al servicio',
    ],
    tools_in_groups: [
      'Cada herramienta se ejecuta en un grupo de control: lo que inicia termina con ella, y lo que deja un servicio interrumpido, en su próximo inicio',
    ],
    tools_switched_off: [`${OUTLIVES}: programs.contain está desactivado`, 'Quita este ajuste'],
    tools_other_system: [`${OUTLIVES} en este sistema`],
    tools_no_namespace: [
      `${OUTLIVES}: bubblewrap no puede crear aquí ningún espacio de nombres PID`,
      'apt install bubblewrap (Debian, Ubuntu), y permítele crear espacios de nombres PID; o deja que el servicio cree grupos de control (Delegate=yes en su unidad)',
    ],
    ffmpeg_missing: [
      `{command} no está instalado: ${WITHOUT_FFMPEG}`,
      'apt install ffmpeg (Debian, Ubuntu) o brew install ffmpeg (macOS)',
    ],
    ffmpeg_not_there: [`{command} no está instalado: ${WITHOUT_FFMPEG}`, CORRECT],
    ffmpeg_broken: [`{path} no funciona: ${WITHOUT_FFMPEG}`, 'Pruébalo: {path} -version'],
    ffmpeg_works: ['ffmpeg {version} lee y escribe sonido de todo tipo'],
    prlimit_works: ['Los documentos y grabaciones se leen con memoria limitada'],
    prlimit_missing: [
      'prlimit no está instalado: un documento o una grabación maliciosos pueden agotar la memoria, hasta que acabe su tiempo',
    ],
    bubblewrap_missing: [
      'bwrap no está instalado: las grabaciones se descodifican sin entorno aislado, que es solo una segunda barrera',
    ],
    bubblewrap_works: ['Las grabaciones se descodifican en un entorno aislado sin red'],
    bubblewrap_denied: [
      'bwrap no puede crear aquí un entorno aislado: las grabaciones se descodifican sin él, que es solo una segunda barrera',
      'Permite los espacios de nombres de usuario, salvo en un contenedor',
    ],
    chromium_missing: [
      `{command} no está instalado: ${WITHOUT_CHROMIUM}`,
      'apt install chromium (Debian), o pon en programs.chromium la ruta de Chrome',
    ],
    chromium_not_there: [`{command} no está instalado: ${WITHOUT_CHROMIUM}`, CORRECT],
    chromium_broken: [`{path} no funciona: ${WITHOUT_CHROMIUM}`, 'Pruébalo: {path} --version'],
    chromium_works: ['{name} dibuja las páginas web hechas por un script'],
    chromium_as_root: [
      '{name} dibuja las páginas web hechas por un script, sin su propio entorno aislado, porque este usuario es root',
      'Ejecuta Hearth con otro usuario',
    ],
    yt_dlp_missing: [
      `{command} no está instalado: ${WITHOUT_YT_DLP}`,
      'pipx install "yt-dlp[default]" o brew install yt-dlp (el de apt es demasiado antiguo en la mayoría de los sistemas)',
    ],
    yt_dlp_not_there: [`{command} no está instalado: ${WITHOUT_YT_DLP}`, CORRECT],
    yt_dlp_broken: [`{path} no funciona: ${WITHOUT_YT_DLP}`, 'Pruébalo: {path} --version'],
    yt_dlp_old: [
      'yt-dlp {version} ({path}) es demasiado antiguo para los sitios de vídeo de hoy, que cambian cada pocas semanas: muchas solicitudes fallan',
      'pipx upgrade yt-dlp (o pipx install "yt-dlp[default]" en lugar del de apt), ahora y de vez en cuando',
    ],
    yt_dlp_in_sandbox: [
      'yt-dlp {version} lee sitios de vídeo, en un entorno aislado con una sola salida, a direcciones públicas',
    ],
    yt_dlp_works: ['yt-dlp {version} lee sitios de vídeo'],
    yt_dlp_in_the_open: [
      'yt-dlp {version} lee sitios de vídeo sin entorno aislado, porque falta bwrap o no puede crear uno aquí: solo el proxy que se le indica lo mantiene lejos de direcciones privadas',
      'apt install bubblewrap, y permite los espacios de nombres de usuario, salvo en un contenedor',
    ],
    tool_server_failed: [
      'El servidor de herramientas {server} ({host}) no se puede usar: {reason}',
      'Mira su bloque en [[mcp_servers]] y si está en marcha; luego compruébalo otra vez en Motores',
    ],
    tool_server_offers: [
      ({ tools = 0 }) =>
        `El servidor de herramientas {server} ofrece ${counted(tools, { one: '# herramienta', other: '# herramientas' })}`,
    ],
    tool_server_withheld: [
      'Del servidor de herramientas {server} no se pueden ofrecer: {names}',
      'Corrige tools en su bloque de [[mcp_servers]]: la página Motores muestra lo que tiene',
    ],
    nodes_online: ['Equipos en línea: {names}'],
    nodes_none: [
      'No hay ningún otro equipo en línea: este hace todo el trabajo',
      'Ejecuta npm run worker en otro equipo, con la misma url de [queue]; o quita [queue] de los ajustes',
    ],
    node_lost: [
      'El equipo {name} está perdido: no recibe trabajo',
      'Mira que {name} esté encendido, llegue al servidor Redis y siga ejecutando npm run worker; u olvídalo en la página Equipos',
    ],
    node_version: [
      'El equipo {name} no recibe trabajo: tiene la versión {version} de Hearth, y este servicio la {own}',
      'Actualiza el más antiguo, y reinícialo',
    ],
    node_ahead: [
      'El reloj del equipo {name} va {seconds} s adelantado: las horas de su registro y de sus cuotas son falsas',
      NODE_CLOCK,
    ],
    node_behind: [
      'El reloj del equipo {name} va {seconds} s atrasado: las horas de su registro y de sus cuotas son falsas',
      NODE_CLOCK,
    ],
    knowledge_not_followed: [
      `${FOLDER} no se sigue: {reason}`,
      'Mira que esté y que el usuario del servicio pueda leerla, o borra la colección',
    ],
    knowledge_soon: [`${FOLDER} se mirará pronto`],
    knowledge_followed: [
      ({ files = 0 }) =>
        `${FOLDER} se sigue: ${counted(files, { one: '# archivo', other: '# archivos' })}`,
    ],
    files_damaged: [
      ({ files = 0, lost = 0, strays = 0 }) =>
        `De ${counted(files, { one: '# archivo guardado', other: '# archivos guardados' })}, ${counted(lost, { one: '# ha perdido su contenido', other: '# han perdido su contenido' })}, y ${counted(strays, { one: '# archivo de la carpeta no pertenece', other: '# archivos de la carpeta no pertenecen' })} a ninguno`,
      'Mira sus nombres en el registro; repón lo que falta desde una copia de DATA_DIR/files, y aparta lo que no pertenece a ninguno',
    ],
  },
  alerts: {
    account_failed: ['{account}', '{account} {state}{until}: {evidence}'],
    account_signed_out: ['{account}', '{account} {state}{until}: {evidence}'],
    account_back: ['{account}', '{account} vuelve a usarse: {by}'],
    user_pending: [
      '{name} espera aprobación',
      '{name} ha iniciado sesión con {issuer} por primera vez, como persona {id}. Nada le funciona hasta que la apruebes.',
    ],
    passkey_suspect: [
      'Una llave de acceso de {account}',
      'La llave de acceso «{passkey}» de {account} se usó desde {address} con un contador que ha retrocedido, así que puede ser una copia. Desde ahora se rechaza; {account} puede quitarla y añadir una nueva.',
    ],
    budget: [
      '{name} ha gastado el {percent} % del presupuesto del mes',
      '{name} ha gastado {used} de {credits} créditos este mes. No se rechaza nada.',
    ],
    refresh_token_reused: [
      '{heading}',
      'Un token de renovación de «{name}» ({device}, {account}) se presentó dos veces, la segunda desde {address}. Puede haber sido copiado, así que se cerró su sesión; conéctalo otra vez para continuar.',
    ],
    backup_failed: ['La copia de la noche ha fallado', AGAIN],
    backup_old: ['No hay ninguna copia correcta de los dos últimos días', AGAIN],
    backup_back: ['Las copias vuelven a funcionar', '{name} se ha creado y comprobado.'],
    files_damaged: [
      'Los archivos guardados y sus registros no coinciden',
      '{damage}. No se borra nada de ello. Se debe a una restauración de la base de datos sin sus archivos, a un fallo del disco o a un cambio a mano; el registro los nombra.',
    ],
    worker_budget: [
      'Se ha gastado el {percent} % de los trabajos de agentes de hoy',
      'De los {attempts} trabajos de agentes del {day} se han gastado {used} (restantes: {left}). El día siguiente empieza a las {clock} ({timeZone}). El ajuste attempts_per_day de [workers] dice cuántos hay al día.',
    ],
    worker_node_lost: [
      'El equipo {name} está perdido',
      'No se sabe nada de {name} desde hace unos segundos. Lo que hacía empieza de nuevo en otros equipos donde se puede; vuelve a recibir trabajo en cuanto regrese.',
    ],
    worker_node_back: ['El equipo {name} ha vuelto', '{name} vuelve a recibir trabajo.'],
  },
  parts: {
    fetch_nothing_listens: 'nada escucha ahí',
    fetch_closed: 'la conexión se ha cerrado',
    fetch_no_name: 'ese nombre no existe',
    fetch_no_lookup: 'ahora mismo no se pueden resolver nombres',
    fetch_too_late: 'sin respuesta a tiempo',
    fetch_no_way: 'no hay camino a esa dirección',
    fetch_no_network: 'no hay red',
    fetch_no_tls: 'ahí no se usa TLS',
    fetch_expired: 'el certificado ha caducado',
    fetch_self_signed: 'el certificado es autofirmado',
    fetch_not_trusted: 'el certificado no está firmado por nadie en quien confíe esta máquina',
    fetch_other_name: 'el certificado es para otro nombre',
    fetch_proxy_refuses: 'el proxy rechaza la conexión',
    fetch_no_http: 'la respuesta no es HTTP',
    fetch_long_headers: 'las cabeceras son demasiado largas',
    bucket_no_list: 'Hearth no puede listar el bucket {bucket} en {origin} («{said}»)',
    bucket_no_write: 'Hearth no puede escribir en el bucket {bucket} en {origin} («{said}»)',
    bucket_no_read: 'Hearth no puede leer del bucket {bucket} en {origin} («{said}»)',
    bucket_no_delete: 'Hearth no puede borrar en el bucket {bucket} en {origin} («{said}»)',
    bucket_start: 'Inicia ese servidor, o corrige endpoint en [files] s3',
    bucket_key:
      'Corrige key y secret en [files] s3, y permite a esa clave listar el bucket y leer, escribir y borrar en él',
    bucket_room: 'Libera espacio ahí, o amplía su cuota',
    bucket_busy: 'Revisa ese servidor: responde, pero no atiende solicitudes',
    bucket_create:
      'Crea el bucket {bucket}, o corrige bucket en [files] s3: Hearth no crea ninguno',
    bucket_clock: 'Pon en hora el reloj de esta máquina o de ese servidor',
    bucket_region: 'Corrige region y endpoint en [files] s3: el bucket está en otra región',
    bucket_endpoint: 'Corrige endpoint en [files] s3: debe ser la dirección de un servidor S3',
    sandbox_linux: 'El entorno aislado solo existe en Linux',
    sandbox_use_linux: 'Para los agentes, ejecuta Hearth en Linux; todo lo demás funciona aquí',
    sandbox_no_users:
      'En este contenedor, root no tiene identificadores de usuario con los que ejecutar comandos',
    sandbox_use_user: 'No ejecutes Hearth como root',
    sandbox_leaks: 'El entorno aislado no es hermético: «{said}»',
    sandbox_report:
      'Comunícalo a los desarrolladores de Hearth, con las versiones de Linux y bubblewrap',
    sandbox_not_tried: 'No se puede probar el entorno aislado: «{said}»',
    sandbox_disk: 'Revisa TMPDIR y el disco',
    sandbox_missing: '{command} no está instalado',
    sandbox_install: '{command}',
    sandbox_processor:
      'En este procesador ({processor}) no se pueden filtrar las llamadas al sistema',
    sandbox_processors: 'Los agentes necesitan un procesador x86-64 o arm64',
    sandbox_old: 'bubblewrap es demasiado antiguo: no conoce {option}',
    sandbox_newer: 'Instala bubblewrap 0.6.1 o posterior, e indícalo en programs.bwrap',
    sandbox_apparmor:
      'AppArmor impide a bubblewrap crear espacios de nombres de usuario, como viene configurado desde Ubuntu 24.04 («{said}»)',
    sandbox_profile:
      'Permíteselo a bubblewrap: como root, escribe {profile} en /etc/apparmor.d/bwrap y ejecuta: apparmor_parser -r /etc/apparmor.d/bwrap',
    sandbox_root_only:
      'El núcleo solo permite a root crear espacios de nombres de usuario («{said}»)',
    sandbox_no_namespaces: 'El núcleo no permite espacios de nombres de usuario («{said}»)',
    sandbox_as_root: 'Como root: {command}',
    sandbox_container:
      'Este contenedor no puede crear espacios de nombres, que son la base de un entorno aislado («{said}»)',
    sandbox_outside:
      'Ejecuta Hearth fuera de un contenedor, por ejemplo con: npm run setup. Las opciones que se lo permitirían a un contenedor ({options}) debilitan el propio contenedor',
    sandbox_failed: 'bubblewrap no puede crear aquí un entorno aislado: «{said}»',
    sandbox_try: 'Pruébalo con el usuario de Hearth: {command}',
    sandbox_silent: 'terminó sin ningún mensaje',
    backup_none: 'No hay ninguna copia en {folder}',
    backup_newest: 'La copia más reciente tiene {age} ({path}, {fileBytes}; {contents})',
    age_hour: 'menos de una hora',
    age_hours: '{hours} h',
    age_days: ({ days = 0 }) => counted(days, { one: '# día', other: '# días' }),
    contents_database: 'la base de datos, sin el contenido de los archivos',
    contents_whole: 'la base de datos y el contenido de todos los archivos',
    contents_lost: ({ lost = 0 }) =>
      `la base de datos y el contenido de todos los archivos; ${counted(lost, { one: 'falta #, ya perdido antes', other: 'faltan #, ya perdidos antes' })}`,
    and_more: '{names} y {more} más',
    no_answer: 'sin respuesta a tiempo',
    no_document: 'su respuesta no es un documento de descubrimiento',
    answers: 'responde {status}',
    status_new: 'nuevo',
    status_disabled: 'desactivado por ti',
    status_ready: 'listo',
    status_parked: 'en pausa ({verdict}): {evidence}',
    status_parked_until: 'en pausa hasta {untilAt} ({verdict}): {evidence}',
    status_as_said: '{text}',
    disk_room: 'Hay {freeBytes} libres para la carpeta de datos',
    disk_room_database:
      'Hay {freeBytes} libres para la carpeta de datos, cuya base de datos tiene {databaseBytes}',
    own_user: 'con un usuario propio para cada trabajo',
    no_rights: 'sin ningún permiso',
    memory_watched: 'con su memoria vigilada diez veces por segundo',
    memory_bounded: 'con su memoria limitada por grupos de control ({groups})',
    with_python: 'con Python',
    without_python: 'sin Python, que no está instalado',
    unknown_version: 'de versión desconocida',
    install_llama:
      'brew install llama.cpp, apt install llama.cpp (Debian 14), o indícalo en [programs] llama_server',
    quota: 'ha agotado su cuota',
    signed_out: 'está sin sesión',
    not_installed: 'no se puede iniciar',
    failing: 'no responde correctamente',
    parked_until: ', en pausa hasta {untilAt}',
    has_answered: 'ha respondido',
    probed: 'una comprobación tuvo éxito',
    probed_by_owner: 'tu comprobación tuvo éxito',
    cleared: 'lo ha vuelto a usar {actor}',
    canvas_device: 'dispositivo canvas',
    app: 'aplicación',
    canvas_heading: 'Dispositivo canvas {id}',
    app_heading: 'Aplicación {id}',
    no_backup: 'No se ha hecho ninguna',
    lost_bytes: ({ lost = 0 }) =>
      counted(lost, {
        one: '# archivo guardado ha perdido su contenido',
        other: '# archivos guardados han perdido su contenido',
      }),
    stray_files: ({ strays = 0 }) =>
      counted(strays, {
        one: '# archivo del disco no tiene registro',
        other: '# archivos del disco no tienen registro',
      }),
    lost_and_stray: ({ lost = 0, strays = 0 }) =>
      `${counted(lost, {
        one: '# archivo guardado ha perdido su contenido',
        other: '# archivos guardados han perdido su contenido',
      })}, y ${counted(strays, {
        one: '# archivo del disco no tiene registro',
        other: '# archivos del disco no tienen registro',
      })}`,
  },
}
