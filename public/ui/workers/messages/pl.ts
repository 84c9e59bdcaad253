import type { Messages } from './en.ts'

export const m: Messages = {
  steps: 'Kroki',
  failed: 'niepowodzenie',
  tools: {
    list_files: 'Przejrzano pliki',
    read_file: 'Przeczytano plik',
    search_files: 'Przeszukano pliki',
    run: 'Wykonano polecenie',
    write_artifact: 'Utworzono plik',
    fetch_page: 'Przeczytano stronę',
    web_search: 'Przeszukano sieć',
    wait_for_engine: 'Czekano na model',
    finish: 'Napisano odpowiedź',
  },
}
