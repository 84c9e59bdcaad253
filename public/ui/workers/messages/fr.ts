import type { Messages } from './en.ts'

export const m: Messages = {
  steps: 'Étapes',
  failed: 'échec',
  tools: {
    list_files: 'Fichiers parcourus',
    read_file: 'Fichier lu',
    search_files: 'Recherche dans les fichiers',
    run: 'Commande exécutée',
    write_artifact: 'Fichier créé',
    fetch_page: 'Page lue',
    web_search: 'Recherche sur le web',
    wait_for_engine: 'A attendu un moteur',
    finish: 'Réponse rédigée',
  },
}
