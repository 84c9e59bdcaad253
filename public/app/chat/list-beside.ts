/** What stands beside the own conversations in the list; loaded where there is any. */
export { FolderList } from './folder-list.tsx'
export { SharedList } from './shared-list.tsx'
