import type { Messages } from './en.ts'

export const m: Messages = {
  steps: 'Pasos',
  failed: 'error',
  tools: {
    list_files: 'Ha mirado los archivos',
    read_file: 'Ha leído un archivo',
    search_files: 'Ha buscado en los archivos',
    run: 'Ha ejecutado un comando',
    write_artifact: 'Ha creado un archivo',
    fetch_page: 'Ha leído una página',
    web_search: 'Ha buscado en la web',
    wait_for_engine: 'Ha esperado un motor',
    finish: 'Ha escrito la respuesta',
  },
}
