import type { AttachmentIntake } from '../../core/attachments/intake.ts'
import type { AttachmentPreparation } from '../../core/attachments/preparation.ts'
import type { Caller } from '../../core/caller.ts'
import type { StorageQuota } from '../../core/storage-quota.ts'
import { CHAT_TOOLS_LANE, CHAT_TOOLS_LANE_WIDTH } from '../../core/tools/tool-loop.ts'
import type { Core } from '../../create-core.ts'
import type { Assistants } from '../assistants/assistants.ts'
import { chatSettings } from '../assistants/chat-settings.ts'
import type { SavedTexts } from '../assistants/saved-texts.ts'
import type { Uploads } from '../files/uploads.ts'
import { AttachmentContents } from './attachment-contents.ts'
import { conversationAttachmentRoutes } from './attachment-routes.ts'
import { Confirmations } from './confirmations.ts'
import { ConversationDeletions } from './conversation-deletions.ts'
import { ConversationFeeds } from './conversation-feed.ts'
import { ConversationList } from './conversation-list.ts'
import { ConversationReader } from './conversation-reader.ts'
import { conversationTask } from './conversation-task.ts'
import { ConversationTitles, titleTask } from './conversation-titles.ts'
import { Conversations } from './conversations.ts'
import { conversationEventRoutes } from './event-routes.ts'
import { Folders } from './folders.ts'
import {
  ConversationImports,
  IMPORT_LANE,
  IMPORT_LANE_WIDTH,
  type ImportTask,
  importTask,
} from './imports/conversation-imports.ts'
import { conversationImportRoutes } from './imports/import-routes.ts'
import { attachmentTask, MessageAttachments } from './message-attachments.ts'
import { MessagePaths } from './message-paths.ts'
import { conversationMessageRoutes } from './message-routes.ts'
import { MessageSender } from './message-sender.ts'
import { type EndedAnswer, ReplyRuns } from './reply-runs.ts'
import { personalConversations, RestorableConversations } from './restorable-conversations.ts'
import { conversationExportRoutes, conversationFolderRoutes, conversationRoutes } from './routes.ts'
import { conversationShareRoutes, sharedLinkRoutes } from './share-routes.ts'
import { Shares } from './shares.ts'

interface ConversationParts {
  attachments: AttachmentIntake
  preparation: AttachmentPreparation
  quota: StorageQuota
  notifyAnswer: (answer: EndedAnswer) => void
  assistants: Assistants
  savedTexts: SavedTexts
  uploads: Pick<Uploads, 'find'>
}

/** Conversations of the web app, whose answers go on without their reader. */
export function createConversations(
  core: Core,
  {
    attachments: intake,
    preparation,
    quota,
    uploads,
    assistants,
    savedTexts,
    notifyAnswer,
  }: ConversationParts,
) {
  const { stores, storage, commits, models, textGeneration, engineLanes, limits, log, now } = core
  const contents = new AttachmentContents({
    storage: storage.attachments,
    store: stores.messageAttachments,
    commits,
    log,
    now,
  })
  const deletions = new ConversationDeletions({
    store: stores.conversations,
    messages: stores.messages,
    contents,
    db: core.db,
    log,
  })
  const feeds = new ConversationFeeds()
  const confirmations = new Confirmations({ waitMs: limits.confirmMs })
  const paths = new MessagePaths({
    messages: stores.messages,
    attachmentStore: stores.messageAttachments,
  })
  const settingsOf = (caller: Caller, id: string) =>
    chatSettings({ assistants, savedTexts }, caller, stores.conversations.byId(id)?.assistantId)
  const task = conversationTask({
    models,
    textGeneration,
    engineLanes,
    paths,
    messageSteps: stores.messageSteps,
    tools: core.tools,
    confirmations,
    settingsOf,
    allowedTools: (id) => stores.conversations.byId(id)?.allowedTools ?? [],
    now,
    load: (row) => contents.load(row),
  })
  const titling = titleTask({ models, textGeneration, engineLanes })
  const titles = new ConversationTitles({
    task: titling,
    runs: core.runs,
    queue: core.queue,
    store: stores.conversations,
    messages: stores.messages,
    feeds,
    log,
  })
  const common = {
    ...core,
    task,
    titles,
    contents,
    deletions,
    intake,
    requireRoom: (owner: string) => quota.requireRoom(owner),
    store: stores.conversations,
    folders: stores.folders,
    shares: stores.shares,
    users: stores.users,
    messages: stores.messages,
    attachmentStore: stores.messageAttachments,
    messageSteps: stores.messageSteps,
    leaseWaitMs: limits.codeLeaseWaitMs,
    feeds,
    notifyAnswer,
    confirmations,
    assistants,
    settingsOf,
  }
  const replies = new ReplyRuns(common)
  const reader = new ConversationReader({ ...common, replies })
  const attachments = attachmentTask({ preparation, contents })
  const messageSender = new MessageSender({
    ...common,
    reader,
    paths,
    replies,
    attachments: new MessageAttachments({
      ...common,
      store: stores.messageAttachments,
      task: attachments,
    }),
  })
  const conversations = new Conversations({ ...common, replies, reader })
  const conversationList = new ConversationList(common)
  const folders = new Folders(common)
  const shares = new Shares({ ...common, reader, allowsLinks: core.config.share_links === 'on' })
  const imports: ImportTask = importTask((input, context) =>
    conversationImports.run(input, context),
  )
  const conversationImports = new ConversationImports({
    ...common,
    uploads,
    spool: core.spool,
    task: () => imports,
  })
  const services = {
    ...core,
    conversationImports,
    conversations,
    conversationList,
    folders,
    messageSender,
    shares,
  }
  return {
    name: 'conversations',
    tasks: [task, titling, attachments, imports],
    lanes: { [CHAT_TOOLS_LANE]: CHAT_TOOLS_LANE_WIDTH, [IMPORT_LANE]: IMPORT_LANE_WIDTH },
    sweeps: [contents, deletions, shares, titles],
    ownedData: [conversations],
    personalData: [personalConversations({ ...common, storage: storage.attachments, reader })],
    restorables: [new RestorableConversations({ ...common, quota })],
    recover: () => {
      stores.messages.indexUnspaced()
      replies.recover()
    },
    recovered: () => deletions.start(),
    stop: async () => {
      confirmations.close()
      await Promise.all([titles.stop(), deletions.stop()])
    },
    routes: () => [
      conversationRoutes(services),
      conversationFolderRoutes(services),
      conversationImportRoutes(services),
      conversationShareRoutes(services),
      sharedLinkRoutes(services),
      conversationMessageRoutes(services),
      conversationEventRoutes(services),
      conversationExportRoutes(services),
      conversationAttachmentRoutes(services),
    ],
    replies,
    titles,
    conversations,
    conversationList,
    deletions,
    messageSender,
    reader,
  }
}
