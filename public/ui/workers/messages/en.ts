/** The steps of a worker. */
export type Messages = typeof m

export const m = {
  steps: 'Steps',
  failed: 'failed',
  tools: {
    list_files: 'Looked at the files',
    read_file: 'Read a file',
    search_files: 'Searched the files',
    run: 'Ran a command',
    write_artifact: 'Created a file',
    fetch_page: 'Read a page',
    web_search: 'Searched the web',
    wait_for_engine: 'Waited for an engine',
    finish: 'Wrote the answer',
  },
}
