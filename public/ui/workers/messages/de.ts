import type { Messages } from './en.ts'

export const m: Messages = {
  steps: 'Schritte',
  failed: 'fehlgeschlagen',
  tools: {
    list_files: 'Dateien angesehen',
    read_file: 'Datei gelesen',
    search_files: 'Dateien durchsucht',
    run: 'Befehl ausgeführt',
    write_artifact: 'Datei erstellt',
    fetch_page: 'Seite gelesen',
    web_search: 'Im Web gesucht',
    wait_for_engine: 'Auf ein Modell gewartet',
    finish: 'Antwort geschrieben',
  },
}
