import { Elysia } from 'elysia'
import type { guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { documented } from '../shared/openapi.ts'
import type { Folders } from './folders.ts'
import {
  ConversationFolder,
  FolderBody,
  FolderChangeBody,
  FolderList,
  FolderParams,
  MAX_CONVERSATION_BYTES,
} from './schema.ts'
import { folderView } from './view.ts'

interface FolderServices {
  guards: ReturnType<typeof guards>
  folders: Folders
}

const TAGS = ['Conversations']

/** Folders for conversations. */
export function conversationFolderRoutes({ guards, folders }: FolderServices) {
  return new Elysia({ name: 'features/conversation-folders', prefix: '/api/conversation-folders' })
    .use(guards)
    .get('', ({ context }) => ({ items: folders.list(context.caller).map(folderView) }), {
      sensitive: true,
      requireUser: true,
      detail: documented({
        summary: 'Own folders for conversations, by their names',
        tags: TAGS,
        responses: { 200: { description: 'All of them', schema: FolderList } },
      }),
    })
    .post(
      '',
      async ({ context, set }) => {
        const { name } = await readJson(context, FolderBody, MAX_CONVERSATION_BYTES)
        set.status = 201
        return folderView(folders.create(context.caller, name))
      },
      {
        sensitive: true,
        requireUser: true,
        parse: 'none',
        detail: documented({
          summary: 'Make a folder for conversations',
          tags: TAGS,
          body: FolderBody,
          responses: { 201: { description: 'The folder', schema: ConversationFolder } },
          errors: [409, 507],
        }),
      },
    )
    .patch(
      '/:id',
      async ({ context, params }) => {
        const change = await readJson(context, FolderChangeBody, MAX_CONVERSATION_BYTES)
        return folderView(folders.change(context.caller, params.id, change))
      },
      {
        sensitive: true,
        requireUser: true,
        params: FolderParams,
        parse: 'none',
        detail: documented({
          summary: 'Rename a folder, or open or close it in the list',
          tags: TAGS,
          body: FolderChangeBody,
          responses: { 200: { description: 'The folder afterwards', schema: ConversationFolder } },
          errors: [507],
        }),
      },
    )
    .delete(
      '/:id',
      ({ context, params, set }) => {
        folders.delete(context.caller, params.id)
        set.status = 204
      },
      {
        sensitive: true,
        requireUser: true,
        params: FolderParams,
        detail: documented({
          summary: 'Delete a folder; its conversations stay',
          tags: TAGS,
          responses: { 204: { description: 'It is gone' } },
          errors: [507],
        }),
      },
    )
}
