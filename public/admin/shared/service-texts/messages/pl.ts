import { counted } from '../../../../ui/locale.ts'
import type { Messages } from './en.ts'

const BACKUP = 'Utwórz ją teraz: npm run backup -- FILE'
const WITHOUT_FFMPEG =
  'z nagrań można czytać tylko pliki WAV z PCM, mowa powstaje tylko jako wav lub pcm, a inne zapytania dostają 503 not_installed'
const WITHOUT_CHROMIUM =
  'strony tworzone przez skrypty są czytane bez tego, co rysuje skrypt, a zapytania o narysowaną stronę dostają 503 not_installed'
const WITHOUT_YT_DLP =
  'z serwisów wideo można czytać tylko YouTube, bez dźwięku, a inne zapytania dostają 503 not_installed'
const CORRECT = 'Popraw {setting} albo usuń to ustawienie'
const TOOL_MISSING =
  'Program {command} nie jest zainstalowany albo nie ma go w PATH Hearth: silnik {engine} nie może odpowiadać'
const FREE = 'Zwolnij miejsce na dysku z {path}: {command}'
const LEFT =
  'z {reservedBytes} zarezerwowanych na unieważnianie i zakończenia zadań zostało {leftBytes}'
const OUTLIVES = 'Proces odłączony przez narzędzie może przetrwać je i usługę'
const FOLDER = 'Folder {path} kolekcji „{name}”'
const CLOCK = 'Ustaw go: timedatectl set-ntp true'
const NODE_CLOCK = 'Ustaw zegar komputera {name} przez sieć: sudo timedatectl set-ntp true'
const AGAIN =
  '{reason}. Próba jest ponawiana co godzinę. Kopie są w {folder}; npm run doctor pokazuje ich stan.'

export const m: Messages = {
  findings: {
    as_said: ['{text}'],
    check_timeout: ['Ten test przerwano po {seconds} s bez odpowiedzi; stan jest nieznany'],
    check_denied: ['Nie sprawdzono, bo ten użytkownik nie może czytać {path}'],
    check_failed: ['Sam test się nie powiódł: {reason}'],
    settings_fine: ['Ustawienia są bez błędów'],
    settings_changed: [
      'Ustawienia zmieniono po uruchomieniu i jeszcze nie działają',
      'Uruchom Hearth ponownie',
    ],
    settings_next_fails: [
      'Następne uruchomienie się nie powiedzie, bo zmieniono ustawienia: {issue}',
    ],
    passkeys_left: [
      'Są klucze dostępu innej nazwy hosta niż {host} z BASE_URL: nikt nie może się nimi tam zalogować',
      'Wróć do poprzedniej nazwy hosta albo pozwól tym osobom zalogować się linkiem i dodać nowe',
    ],
    database_writes: ['W bazie danych można zapisywać'],
    database_no_writes: [
      'W bazie danych nie można zapisywać: zapytania, które muszą zapisać, dostają 507',
      'Zwolnij miejsce na jej dysku i sprawdź, czy nic innego nie zmienia jej plików',
    ],
    backups_failed: ['{last}. Ostatnia próba nie powiodła się: {reason}', BACKUP],
    backups_stale: ['{last}, choć powstaje co noc, gdy Hearth działa', BACKUP],
    backups_off: ['{last}. W nocy nie powstaje żadna, zgodnie z ustawieniami'],
    backups_due: ['{last}: pierwsza dopiero powstanie'],
    backups_fine: ['{last}'],
    backups_incomplete: ['{last}, choć powinny w niej być pliki: {reason}'],
    gguf_none: [
      'W {folder} nie ma pliku GGUF, a {command} nie jest zainstalowany: mając oba, Hearth odpowiada sam',
      'Umieść plik GGUF w {folder} i zainstaluj llama.cpp: {install}',
    ],
    gguf_no_program: [
      '{command} nie jest zainstalowany, więc nic nie odpowiada z {names} w {folder}',
      '{install}',
    ],
    gguf_broken: [
      '{path} nie działa, więc nic nie odpowiada z plikami GGUF z {folder}',
      'Wypróbuj: {path} --version',
    ],
    gguf_no_file: ['{path} jest, ale w {folder} nie ma pliku GGUF', 'Umieść plik GGUF w {folder}'],
    gguf_answers: ['{path} odpowiada z {names}'],
    gguf_not_loaded: [
      'Nie można wczytać pliku modelu {name}: {reason}',
      'Pobierz go ponownie; gdy się zmieni, nastąpi nowa próba',
    ],
    engines_none: [
      'Żaden silnik nie może odpowiadać: każde zapytanie chat, generate i agent dostaje 503',
      'Napraw jeden z silników powyżej',
    ],
    engines_unused: [
      'Zainstalowane tu i nieużywane, bo logowania używa się tylko za Twoją zgodą: {tools}',
      'Aby ich używać, dodaj [[engines]] z ich kontami do hearth.toml',
    ],
    engines_demo: [
      'Nie skonfigurowano silnika i żaden serwer modeli nie odpowiada na tym komputerze, więc odpowiada tylko demonstracja',
      'Uruchom serwer modeli (llama-server, ollama serve, …), umieść plik GGUF w folderze models w DATA_DIR albo dodaj [[engines]] do hearth.toml',
    ],
    engine_built_in: ['{label} jest wbudowany i zawsze odpowiada'],
    engine_down: [
      '{label} pod {address} nie odpowiada jak należy ({reason}): zapytania trafiają do innych silników, a gdzie ich nie ma, zawodzą',
      'Uruchom jego serwer; czy odpowiada, pokaże: curl {address}/models',
    ],
    engine_no_model: ['{label} odpowiada pod {address}, ale nie ma modelu', 'Wczytaj jakiś'],
    engine_answers: ['{label} odpowiada pod {address} z {names}'],
    engine_no_such_model: [
      '{label} odpowiada pod {address}, ale nie zna {missing}: takie zapytania mogą zawieść',
      'Wczytaj go albo popraw models w {engine}',
    ],
    tool_missing: [
      TOOL_MISSING,
      'Zainstaluj go albo wpisz jego ścieżkę w command w [[engines]] {engine}',
    ],
    tool_to_install: [TOOL_MISSING],
    account: ['Konto {account} w {engine} ({path}): {status}'],
    account_sign_in: ['Konto {account} w {engine} ({path}): {status}', 'Zaloguj się: {command}'],
    speech_none: [
      'Nie ma silnika mowy: tekstów nie można odczytać na głos',
      'Włącz ponownie wbudowany głos, zainstaluj espeak-ng (apt install espeak-ng, brew install espeak-ng) albo podaj serwer mowy w [[speech_engines]] w hearth.toml',
    ],
    speech: ['Mowa z {name}: {status}'],
    speech_parked: ['Mowa z {name}: {status}', 'Sprawdź jego stan na stronie Silniki'],
    transcription_none: [
      'Nie ma silnika transkrypcji: nagrań nie można zamienić na tekst',
      'Uruchom serwer whisper (z whisper.cpp, speaches lub LocalAI), zainstaluj whisper-cli z modelem albo podaj go w [[transcription_engines]] w hearth.toml',
    ],
    transcription: ['Transkrypcja z {name}: {status}'],
    transcription_parked: [
      'Transkrypcja z {name}: {status}',
      'Sprawdź jego stan na stronie Silniki',
    ],
    bucket_unusable: ['{reason}: pliki nie są ani zapisywane, ani wysyłane', '{fix}'],
    bucket_used: [
      'Pliki są w zasobniku {bucket} pod {origin}; zapis, odczyt i listowanie działają',
    ],
    bucket_leftovers: [
      'W folderze danych {folder} są {names} sprzed zasobnika, nieużywane',
      'Skopiuj je przy zatrzymanym Hearth, a potem usuń stamtąd: npm run files -- move',
    ],
    folder_is_file: [
      'Folder danych {path} jest plikiem, więc Hearth nie może się uruchomić',
      'Ustaw DATA_DIR na folder albo przenieś {path}',
    ],
    folder_private: ['Folder danych {path} może czytać tylko jego właściciel'],
    folder_open: ['Inni użytkownicy tego komputera mogą czytać {paths}, ze wszystkimi rozmowami'],
    folder_blocked: [
      'Użytkownik {user} nie może zapisywać w {paths}: jeśli Hearth działa jako on, nie uruchomi się',
      'Uruchom to jako użytkownik Hearth albo: sudo chown -R {user} {folder}',
    ],
    folder_new: ['Nie ma jeszcze folderu danych {path}: utworzy go pierwsze uruchomienie'],
    folder_denied: [
      'Nie ma folderu danych {path}, a ten użytkownik nie może go utworzyć w {parent}: Hearth nie może się uruchomić',
    ],
    secrets_open: ['Inni użytkownicy tego komputera mogą czytać {path}, gdzie są klucze lub hasła'],
    provider_answers: ['Dostawca tożsamości {name} odpowiada'],
    provider_down: [
      'Dostawca tożsamości {name} nie odpowiada jak należy ({reason}): nikt nie może się przez niego zalogować',
      'Zobacz, co odpowiada: curl -i {url}',
    ],
    provider_other_name: [
      'Dostawca tożsamości nazywa się {reported}, a w OIDC_ISSUER jest {issuer}: nikt nie może się przez niego zalogować',
      'Ustaw OIDC_ISSUER={quoted}, jeśli to Twój dostawca',
    ],
    bun_right: ['Działa Bun {version}, jak wymaga package.json'],
    bun_other: [
      'Działa Bun {version}, ale Hearth testowano z {required}',
      'Uruchamiaj Hearth przez npm start, który instaluje właściwą wersję i jej używa',
    ],
    clock_wrong: [
      'Zegar pokazuje {time}, co jest niemożliwe: logowanie, klucze z terminem i https zawodzą',
      CLOCK,
    ],
    clock_behind: [
      'Zegar pokazuje {time}, ale w folderze danych zapisywano o {written}: zegar się spóźnia, więc to, co wygasło, może znów działać, a użycie liczy się do złego dnia',
      CLOCK,
    ],
    clock_right: ['Zegar pokazuje {time}, później niż wszystkie zapisy'],
    disk_no_files: ['Dysk z {path} nie przyjmie więcej plików', FREE],
    disk_full: [
      `Dysk z {path} jest pełny (wolne: {freeBytes}): zapytania, które muszą zapisać, dostają 507, a ${LEFT}`,
      FREE,
    ],
    disk_was_full: [`Dysk z {path} był pełny: ${LEFT}`, FREE],
    disk_fine: ['{room}'],
    disk_tight: [
      '{room}: kopia zapasowa i aktualizacja ją kopiują, więc wolne powinno być {neededBytes}',
      FREE,
    ],
    disk_refuses_files: [
      '{room}: żaden plik nie zostanie przyjęty, dopóki nie będzie wolne więcej niż {neededBytes} z MIN_FREE_BYTES',
      'Zwolnij miejsce na dysku {path} albo ustaw mniejsze MIN_FREE_BYTES: {command}',
    ],
    connections_setting: [
      'MAX_CONNECTIONS_PER_ADDRESS nie działa: bezczynne połączenia są zamykane po czasie, czyjekolwiek są',
      'Usuń to ustawienie',
    ],
    connections_many: ['Limit otwartych naraz plików i połączeń: {limit}'],
    connections_few: [
      'Limit otwartych naraz plików i połączeń to tylko {limit}: bezczynni klienci mogą zająć wszystkie i nikt inny się nie dostanie',
      'Pozwól na więcej otwartych plików: LimitNOFILE w jednostce usługi albo ulimit -n {wanted}',
    ],
    address_leads: ['{url} ({name}) prowadzi do Hearth'],
    address_host: [
      '{url} ({name}) prowadzi do Hearth, ale z innym Host niż w przeglądarce: wszyscy dostają tam 421',
      'Niech proxy zachowa Host: nginx wymaga proxy_set_header Host $host; Caddy robi to sam',
    ],
    address_no_service: [
      'Proxy pod {url} ({name}) odpowiada {status}: Hearth nie działa albo proxy przekazuje na inny port',
      'Uruchom Hearth, a potem przekazuj na EDGE_PORT',
    ],
    address_other: [
      '{url} ({name}) prowadzi do innego programu, który odpowiada {status}: logowanie oraz linki z e-maili i stron zawodzą',
      'Przekazuj tę nazwę na EDGE_PORT albo popraw {name}',
    ],
    address_unreachable: [
      'Ten komputer nie może połączyć się z {url} ({name}): {reason}. Inne może tak, jeśli router nie zawraca ruchu do środka',
      'Wypróbuj z innej sieci: curl -i {url}/health',
    ],
    proxy_answers: [
      'Adresy podane przez użytkowników pobiera proxy {host} (EGRESS_PROXY), które przyjmuje połączenia',
    ],
    proxy_down: [
      'Proxy {host} (EGRESS_PROXY) nie przyjmuje połączeń ({reason}): niczego nie można pobrać z adresów podanych przez użytkowników',
      'Uruchom je albo popraw EGRESS_PROXY; bez EGRESS_PROXY Hearth łączy się bezpośrednio',
    ],
    workers_off: ['Agenci są wyłączeni: {reason}', '{fix}'],
    workers_isolated: ['Polecenia agentów działają w piaskownicy, {user}, {memory}, {python}'],
    profile_faulty: ['Nie można użyć profilu agenta {name}: {reason}', 'Popraw {path}'],
    profiles_fine: ['Twoje profile agentów są sprawne: {profiles}'],
    tools_in_namespaces: [
      'Każde narzędzie działa we własnej przestrzeni nazw PID: nic, co uruchomi, nie przetrwa go ani usługi',
    ],
    tools_in_groups: [
      'Każde narzędzie działa we własnej grupie kontrolnej: co uruchomi, kończy się z nim, a co zostawi przerwana usługa, przy jej następnym uruchomieniu',
    ],
    tools_switched_off: [`${OUTLIVES}: programs.contain jest wyłączone`, 'Usuń to ustawienie'],
    tools_other_system: [`${OUTLIVES} w tym systemie`],
    tools_no_namespace: [
      `${OUTLIVES}: bubblewrap nie może tu utworzyć przestrzeni nazw PID`,
      'apt install bubblewrap (Debian, Ubuntu) i pozwól mu tworzyć przestrzenie nazw PID; albo pozwól usłudze tworzyć grupy kontrolne (Delegate=yes w jej jednostce)',
    ],
    ffmpeg_missing: [
      `{command} nie jest zainstalowany: ${WITHOUT_FFMPEG}`,
      'apt install ffmpeg (Debian, Ubuntu) lub brew install ffmpeg (macOS)',
    ],
    ffmpeg_not_there: [`{command} nie jest zainstalowany: ${WITHOUT_FFMPEG}`, CORRECT],
    ffmpeg_broken: [`{path} nie działa: ${WITHOUT_FFMPEG}`, 'Wypróbuj: {path} -version'],
    ffmpeg_works: ['ffmpeg {version} czyta i zapisuje dźwięk każdego rodzaju'],
    prlimit_works: ['Dokumenty i nagrania są czytane z ograniczoną pamięcią'],
    prlimit_missing: [
      'prlimit nie jest zainstalowany: złośliwy dokument lub nagranie może zająć całą pamięć, dopóki nie minie jego czas',
    ],
    bubblewrap_missing: [
      'bwrap nie jest zainstalowany: nagrania są dekodowane bez piaskownicy, która jest tylko drugim murem',
    ],
    bubblewrap_works: ['Nagrania są dekodowane w piaskownicy bez sieci'],
    bubblewrap_denied: [
      'bwrap nie może tu utworzyć piaskownicy: nagrania są dekodowane bez niej, a jest ona tylko drugim murem',
      'Zezwól na przestrzenie nazw użytkownika, chyba że to kontener',
    ],
    chromium_missing: [
      `{command} nie jest zainstalowany: ${WITHOUT_CHROMIUM}`,
      'apt install chromium (Debian) albo wpisz ścieżkę Chrome w programs.chromium',
    ],
    chromium_not_there: [`{command} nie jest zainstalowany: ${WITHOUT_CHROMIUM}`, CORRECT],
    chromium_broken: [`{path} nie działa: ${WITHOUT_CHROMIUM}`, 'Wypróbuj: {path} --version'],
    chromium_works: ['{name} rysuje strony tworzone przez skrypty'],
    chromium_as_root: [
      '{name} rysuje strony tworzone przez skrypty, bez własnej piaskownicy, bo ten użytkownik to root',
      'Uruchom Hearth jako inny użytkownik',
    ],
    yt_dlp_missing: [
      `{command} nie jest zainstalowany: ${WITHOUT_YT_DLP}`,
      'pipx install "yt-dlp[default]" lub brew install yt-dlp (ten z apt jest w większości systemów za stary)',
    ],
    yt_dlp_not_there: [`{command} nie jest zainstalowany: ${WITHOUT_YT_DLP}`, CORRECT],
    yt_dlp_broken: [`{path} nie działa: ${WITHOUT_YT_DLP}`, 'Wypróbuj: {path} --version'],
    yt_dlp_old: [
      'yt-dlp {version} ({path}) jest za stary na dzisiejsze serwisy wideo, które zmieniają się co kilka tygodni: wiele zapytań zawodzi',
      'pipx upgrade yt-dlp (lub pipx install "yt-dlp[default]" zamiast tego z apt), teraz i od czasu do czasu',
    ],
    yt_dlp_in_sandbox: [
      'yt-dlp {version} czyta serwisy wideo, w piaskownicy z jednym wyjściem, do adresów publicznych',
    ],
    yt_dlp_works: ['yt-dlp {version} czyta serwisy wideo'],
    yt_dlp_in_the_open: [
      'yt-dlp {version} czyta serwisy wideo bez piaskownicy, bo brakuje bwrap albo nie może on jej tu utworzyć: przed adresami prywatnymi chroni tylko wskazane proxy',
      'apt install bubblewrap i zezwól na przestrzenie nazw użytkownika, chyba że to kontener',
    ],
    tool_server_failed: [
      'Nie można użyć serwera narzędzi {server} ({host}): {reason}',
      'Sprawdź jego blok w [[mcp_servers]] i czy serwer działa; potem sprawdź go ponownie na stronie Silniki',
    ],
    tool_server_offers: [
      ({ tools = 0 }) =>
        `Serwer narzędzi {server} oferuje ${counted(tools, { one: '# narzędzie', few: '# narzędzia', many: '# narzędzi', other: '# narzędzia' })}`,
    ],
    tool_server_withheld: [
      'Z serwera narzędzi {server} nie można zaoferować: {names}',
      'Popraw tools w jego bloku [[mcp_servers]]: strona Silniki pokazuje, co ma',
    ],
    nodes_online: ['Komputery online: {names}'],
    nodes_none: [
      'Żaden inny komputer nie jest online: ten wykonuje całą pracę',
      'Uruchom npm run worker na innym komputerze, z tym samym url w [queue]; albo usuń [queue] z ustawień',
    ],
    node_lost: [
      'Utracono komputer {name}: nie dostaje pracy',
      'Sprawdź, czy {name} jest włączony, łączy się z serwerem Redis i nadal wykonuje npm run worker; albo zapomnij go na stronie Komputery',
    ],
    node_version: [
      'Komputer {name} nie dostaje pracy: ma Hearth w wersji {version}, a ta usługa {own}',
      'Zaktualizuj starszy i uruchom go ponownie',
    ],
    node_ahead: [
      'Zegar komputera {name} spieszy się o {seconds} s: czasy w jego dzienniku i limitach są błędne',
      NODE_CLOCK,
    ],
    node_behind: [
      'Zegar komputera {name} spóźnia się o {seconds} s: czasy w jego dzienniku i limitach są błędne',
      NODE_CLOCK,
    ],
    knowledge_not_followed: [
      `${FOLDER} nie jest śledzony: {reason}`,
      'Sprawdź, czy istnieje i czy użytkownik usługi może go czytać, albo usuń kolekcję',
    ],
    knowledge_soon: [`${FOLDER} wkrótce zostanie przejrzany`],
    knowledge_followed: [
      ({ files = 0 }) =>
        `${FOLDER} jest śledzony: ${counted(files, { one: '# plik', few: '# pliki', many: '# plików', other: '# pliku' })}`,
    ],
    files_damaged: [
      'Zapisane pliki: {files}. Utraciło treść: {lost}. Pliki w folderze, które do żadnego nie należą: {strays}',
      'Ich nazwy są w dzienniku; przywróć brakujące z kopii DATA_DIR/files i przenieś te, które do żadnego nie należą',
    ],
  },
  alerts: {
    account_failed: ['{account}', '{account} {state}{until}: {evidence}'],
    account_signed_out: ['{account}', '{account} {state}{until}: {evidence}'],
    account_back: ['{account}', '{account} znów w użyciu: {by}'],
    user_pending: [
      '{name} czeka na zatwierdzenie',
      'Pierwsze logowanie przez {issuer}: {name}, jako osoba {id}. Dopóki jej nie zatwierdzisz, nic jej nie działa.',
    ],
    passkey_suspect: [
      'Klucz dostępu: {account}',
      'Klucza dostępu „{passkey}” ({account}) użyto z {address} z licznikiem, który się cofnął, więc mógł zostać skopiowany. Od teraz jest odrzucany; {account} może go usunąć i dodać nowy.',
    ],
    budget: [
      'Wykorzystano {percent}% budżetu na ten miesiąc: {name}',
      'Kredyty wykorzystane w tym miesiącu ({name}): {used} z {credits}. Nic nie jest odrzucane.',
    ],
    refresh_token_reused: [
      '{heading}',
      'Tokenu odświeżania „{name}” ({device}, {account}) użyto dwa razy, za drugim razem z {address}. Mógł zostać skopiowany, więc urządzenie wylogowano; połącz je ponownie, aby kontynuować.',
    ],
    backup_failed: ['Nocna kopia zapasowa nie powiodła się', AGAIN],
    backup_old: ['Nie ma dobrej kopii zapasowej z ostatnich dwóch dni', AGAIN],
    backup_back: ['Kopie zapasowe znów działają', 'Utworzono i sprawdzono {name}.'],
    files_damaged: [
      'Zapisane pliki i ich wpisy się nie zgadzają',
      '{damage}. Nic z tego nie jest usuwane. Przyczyną jest przywrócenie bazy bez jej plików, awaria dysku albo ręczna zmiana; dziennik podaje nazwy.',
    ],
    worker_budget: [
      'Wykorzystano {percent}% dzisiejszych zadań agentów',
      'Wykorzystane zadania agentów w dniu {day}: {used} z {attempts}, pozostało {left}. Następny dzień zaczyna się o {clock} ({timeZone}). Ile ich jest na dzień, określa ustawienie attempts_per_day w [workers].',
    ],
    worker_node_lost: [
      'Utracono komputer {name}',
      'Od kilku sekund {name} nie daje znaku. Co robił, zaczyna się tam, gdzie to możliwe, od nowa na innych komputerach; gdy wróci, znów dostanie pracę.',
    ],
    worker_node_back: ['Komputer {name} wrócił', '{name} znów dostaje pracę.'],
  },
  parts: {
    fetch_nothing_listens: 'nic tam nie nasłuchuje',
    fetch_closed: 'połączenie zostało zamknięte',
    fetch_no_name: 'nie ma takiej nazwy',
    fetch_no_lookup: 'nie można teraz rozwiązywać nazw',
    fetch_too_late: 'brak odpowiedzi na czas',
    fetch_no_way: 'nie ma drogi do tego adresu',
    fetch_no_network: 'brak sieci',
    fetch_no_tls: 'nie ma tam TLS',
    fetch_expired: 'certyfikat wygasł',
    fetch_self_signed: 'certyfikat jest samopodpisany',
    fetch_not_trusted: 'certyfikatu nie podpisał nikt, komu ufa ta maszyna',
    fetch_other_name: 'certyfikat jest dla innej nazwy',
    fetch_proxy_refuses: 'serwer proxy odrzuca połączenie',
    fetch_no_http: 'odpowiedź to nie HTTP',
    fetch_long_headers: 'nagłówki są za długie',
    bucket_no_list: 'Hearth nie może listować zasobnika {bucket} pod {origin} („{said}”)',
    bucket_no_write: 'Hearth nie może pisać do zasobnika {bucket} pod {origin} („{said}”)',
    bucket_no_read: 'Hearth nie może czytać z zasobnika {bucket} pod {origin} („{said}”)',
    bucket_no_delete: 'Hearth nie może usuwać z zasobnika {bucket} pod {origin} („{said}”)',
    bucket_start: 'Uruchom ten serwer albo popraw endpoint w [files] s3',
    bucket_key:
      'Popraw key i secret w [files] s3 i pozwól temu kluczowi listować zasobnik oraz czytać, pisać i usuwać w nim',
    bucket_room: 'Zrób tam miejsce albo zwiększ limit',
    bucket_busy: 'Sprawdź ten serwer: odpowiada, ale nie obsługuje żądań',
    bucket_create:
      'Utwórz zasobnik {bucket} albo popraw bucket w [files] s3: Hearth żadnego nie tworzy',
    bucket_clock: 'Ustaw zegar tej maszyny albo tego serwera',
    bucket_region: 'Popraw region i endpoint w [files] s3: zasobnik jest w innym regionie',
    bucket_endpoint: 'Popraw endpoint w [files] s3: to musi być adres serwera S3',
    sandbox_linux: 'Piaskownica działa tylko w Linuksie',
    sandbox_use_linux: 'Do pracy agentów uruchom Hearth w Linuksie; cała reszta działa tutaj',
    sandbox_no_users:
      'Root w tym kontenerze nie ma identyfikatorów użytkowników, jako którzy mógłby uruchamiać polecenia',
    sandbox_use_user: 'Uruchom Hearth jako użytkownik inny niż root',
    sandbox_leaks: 'Piaskownica nie jest szczelna: „{said}”',
    sandbox_report: 'Zgłoś to twórcom Hearth, podając wersje Linuksa i bubblewrap',
    sandbox_not_tried: 'Nie można wypróbować piaskownicy: „{said}”',
    sandbox_disk: 'Sprawdź TMPDIR i dysk',
    sandbox_missing: 'Program {command} nie jest zainstalowany',
    sandbox_install: '{command}',
    sandbox_processor: 'Na tym procesorze ({processor}) nie można filtrować wywołań systemowych',
    sandbox_processors: 'Agenci potrzebują procesora x86-64 lub arm64',
    sandbox_old: 'bubblewrap jest za stary: nie zna {option}',
    sandbox_newer: 'Zainstaluj bubblewrap 0.6.1 lub nowszy i podaj go jako programs.bwrap',
    sandbox_apparmor:
      'AppArmor nie pozwala bubblewrap tworzyć przestrzeni nazw użytkowników; tak jest domyślnie od Ubuntu 24.04 („{said}”)',
    sandbox_profile:
      'Zezwól na to bubblewrap: jako root zapisz {profile} w /etc/apparmor.d/bwrap i uruchom: apparmor_parser -r /etc/apparmor.d/bwrap',
    sandbox_root_only:
      'Jądro pozwala tworzyć przestrzenie nazw użytkowników tylko rootowi („{said}”)',
    sandbox_no_namespaces: 'Jądro nie pozwala na przestrzenie nazw użytkowników („{said}”)',
    sandbox_as_root: 'Jako root: {command}',
    sandbox_container:
      'Ten kontener nie może tworzyć przestrzeni nazw, na których opiera się piaskownica („{said}”)',
    sandbox_outside:
      'Uruchom Hearth poza kontenerem, na przykład tak: npm run setup. Opcje, które pozwalają na to kontenerowi ({options}), osłabiają sam kontener',
    sandbox_failed: 'bubblewrap nie może tu utworzyć piaskownicy: „{said}”',
    sandbox_try: 'Wypróbuj to jako użytkownik Hearth: {command}',
    sandbox_silent: 'zakończył się bez komunikatu',
    backup_none: 'W {folder} nie ma kopii zapasowej',
    backup_newest: 'Wiek najnowszej kopii: {age} ({path}, {fileBytes}; {contents})',
    age_hour: 'poniżej godziny',
    age_hours: '{hours} godz.',
    age_days: ({ days = 0 }) =>
      counted(days, { one: '# dzień', few: '# dni', many: '# dni', other: '# dnia' }),
    contents_database: 'baza danych, bez treści plików',
    contents_whole: 'baza danych i treść wszystkich plików',
    contents_lost: 'baza danych i treść wszystkich plików; brak utraconych wcześniej: {lost}',
    and_more: '{names} i jeszcze {more}',
    no_answer: 'brak odpowiedzi na czas',
    no_document: 'odpowiedź nie jest dokumentem discovery',
    answers: 'odpowiada {status}',
    status_new: 'nowe',
    status_disabled: 'wyłączone przez Ciebie',
    status_ready: 'gotowe',
    status_parked: 'wstrzymane ({verdict}): {evidence}',
    status_parked_until: 'wstrzymane do {untilAt} ({verdict}): {evidence}',
    status_as_said: '{text}',
    disk_room: 'Wolne dla folderu danych: {freeBytes}',
    disk_room_database: 'Wolne dla folderu danych: {freeBytes}, jego baza ma {databaseBytes}',
    own_user: 'każde zadanie jako własny użytkownik',
    no_rights: 'bez żadnych uprawnień',
    memory_watched: 'z pamięcią sprawdzaną dziesięć razy na sekundę',
    memory_bounded: 'z pamięcią ograniczoną grupami kontrolnymi ({groups})',
    with_python: 'z Pythonem',
    without_python: 'bez Pythona, który nie jest zainstalowany',
    unknown_version: 'w nieznanej wersji',
    install_llama:
      'brew install llama.cpp, apt install llama.cpp (Debian 14) albo podaj go w [programs] llama_server',
    quota: 'wyczerpało limit',
    signed_out: 'jest wylogowane',
    not_installed: 'nie daje się uruchomić',
    failing: 'nie odpowiada prawidłowo',
    parked_until: ', wstrzymane do {untilAt}',
    has_answered: 'jest odpowiedź',
    probed: 'sprawdzenie się powiodło',
    probed_by_owner: 'Twoje sprawdzenie się powiodło',
    cleared: 'przywrócenie przez {actor}',
    canvas_device: 'urządzenie canvas',
    app: 'aplikacja',
    canvas_heading: 'Urządzenie canvas {id}',
    app_heading: 'Aplikacja {id}',
    no_backup: 'Nie utworzono żadnej',
    lost_bytes: 'Zapisane pliki, które utraciły treść: {lost}',
    stray_files: 'Pliki na dysku bez wpisu: {strays}',
    lost_and_stray:
      'Zapisane pliki, które utraciły treść: {lost}. Pliki na dysku bez wpisu: {strays}',
  },
}
