import { join } from 'node:path'
import type { AnyElysia } from 'elysia'
import { settingsInForce } from './config/settings-in-force.ts'
import { createAttachments } from './core/attachments/create.ts'
import { type Feature, Features } from './core/feature.ts'
import { ownerOfUser } from './core/identity/actor.ts'
import { type Core, createCore, dataFolderOf } from './create-core.ts'
import { createLifecycle, createRetention, createUpkeep } from './create-lifecycle.ts'
import { GGUF_ID } from './engines/gguf/gguf.ts'
import { LOCAL_SERVER_IDS } from './engines/local-servers.ts'
import { createAdmin } from './features/admin/feature.ts'
import { createAgentTasks } from './features/agent-tasks/feature.ts'
import { createAssistants } from './features/assistants/feature.ts'
import { createBackups } from './features/backups/feature.ts'
import { createBrands } from './features/brands/feature.ts'
import { createCanvas } from './features/canvas/feature.ts'
import { createChat } from './features/chat/feature.ts'
import { createCodeDevices } from './features/code-devices/feature.ts'
import { createConversations } from './features/conversations/feature.ts'
import { createDashboard } from './features/dashboard/feature.ts'
import { createDataExport } from './features/data-export/feature.ts'
import { createDoctor } from './features/doctor/feature.ts'
import { createEmbeddings } from './features/embeddings/feature.ts'
import { createFiles } from './features/files/feature.ts'
import { fileTools } from './features/files/tools.ts'
import { createGenerate } from './features/generate/feature.ts'
import { createHistory } from './features/history/feature.ts'
import { createImages } from './features/images/feature.ts'
import { createJobs } from './features/jobs/feature.ts'
import { createKnowledge } from './features/knowledge/feature.ts'
import { createMcp } from './features/mcp/feature.ts'
import { createMe } from './features/me/feature.ts'
import { createNotifications } from './features/notifications/feature.ts'
import { createSignIn } from './features/sign-in/feature.ts'
import { createSkills } from './features/skills/feature.ts'
import { Skills } from './features/skills/skills.ts'
import { createClips, createSpeech } from './features/speech/feature.ts'
import { createSubtitles } from './features/subtitles/feature.ts'
import { createSystem } from './features/system/feature.ts'
import { createToolServers } from './features/tool-servers/feature.ts'
import { createTranscription } from './features/transcription/feature.ts'
import { mediaJobRoutes } from './features/transcription/job-routes.ts'
import { createVideo } from './features/video/feature.ts'
import { createWebApp } from './features/web-app/feature.ts'
import { createWebPages } from './features/web-pages/feature.ts'
import { createWorkerNodes } from './features/worker-nodes/feature.ts'
import { createWorkerProfiles, createWorkers } from './features/workers/feature.ts'
import { SearxngSearch } from './media/search/searxng.ts'
import type { ServiceOptions } from './service-options.ts'

export type Services = ReturnType<typeof createServices>

/**
 * The composition root: makes the core and each feature once. Nothing runs yet.
 *
 * @param more Creates a feature beside the service's own; for tests
 */
export function createServices(options: ServiceOptions, more?: (core: Core) => Feature<AnyElysia>) {
  const { config, log } = options
  const folder = dataFolderOf(config)
  const skills = new Skills({ folder: folder && join(folder, 'skills'), log })
  const profiles = createWorkerProfiles({ config, folder, log }, skills)
  const core = createCore({ ...options, workerProfiles: () => profiles.names })
  const features = new Features<AnyElysia>(core)
  features.add(createUpkeep(core))
  const { searxng_url: searxngUrl } = config.workers
  const search = searxngUrl === undefined ? undefined : new SearxngSearch(searxngUrl)

  const files = features.add(createFiles(core))
  const { intake: attachments, preparation } = features.add(
    createAttachments({ ...core, ...core.media, ...files }),
  )
  features.add({ name: 'file tools', tools: fileTools({ ...files, preparation }) })
  features.add(createSignIn(core))
  const { notifications, notifyAnswer } = features.add(createNotifications(core))
  const attached = { attachments, preparation }
  const clips = createClips(core, files)
  const { history, keepInHistory } = features.add(createHistory(core, { clips }))
  const { findBrand } = features.add(createBrands(core))
  features.add(createSkills(core, { skills }))
  features.add(createCodeDevices(core))
  const { assistants, savedTexts } = features.add(createAssistants(core))
  const chat = features.add(createChat(core, { ...attached, assistants }))
  const { embedder } = features.add(createEmbeddings(core))
  features.add(createCanvas(core))
  const generate = features.add(createGenerate(core, attached))
  features.add(createAgentTasks(core, { skills, findBrand }))
  const web = features.add(createWebPages(core, { search }))
  const { toolServers } = features.add(createToolServers(core))
  const {
    conversations,
    conversationList,
    deletions: conversationDeletions,
    titles,
    reader: conversationReader,
  } = features.add(
    createConversations(core, { ...attached, ...files, assistants, savedTexts, notifyAnswer }),
  )
  const speech = features.add(createSpeech(core, { clips, findBrand, keepInHistory }))
  const video = features.add(createVideo(core, web))
  const transcription = features.add(
    createTranscription(core, {
      ...files,
      keepInHistory,
      readCaptions: options.readCaptions ?? video.readCaptions,
      downloadSound: options.downloadSound ?? video.videos.audio,
      captionsLane: video.captionsLane,
    }),
  )
  const { transcriptOf } = transcription
  const subtitles = features.add(createSubtitles(core, { findBrand, keepInHistory, transcriptOf }))
  const { knowledge, reading, folders, embedding } = features.add(
    createKnowledge(core, {
      ...files,
      history,
      conversationReader,
      scrapeTask: web.task,
      embedder,
    }),
  )
  const { sandbox } = options
  const workers = features.add(
    createWorkers(core, {
      ...attached,
      ...web,
      profiles,
      search,
      knowledge,
      sandbox,
    }),
  )
  features.add(createJobs(core))
  features.add({
    name: 'media jobs',
    routes: () => [mediaJobRoutes(core, [...transcription.mediaJobs, ...subtitles.mediaJobs])],
  })
  features.add(createDashboard(core, files))
  features.add(createImages(core))
  const { mcpCalls } = features.add(createMcp(core, files))
  const { webApp } = features.add(
    createWebApp(core, {
      isDevelopment: options.isDevelopment,
      build: options.buildWebApp,
      isNotified: (userId) => notifications.isNotified(userId),
      latestMessages: (userId, id) => conversationReader.latest(ownerOfUser(userId), id),
    }),
  )
  features.add(createDataExport(core, { personalData: () => features.personalData }))
  const { backups } = features.add(createBackups(core, { restorables: () => features.restorables }))
  const { workerNodes } = features.add(createWorkerNodes(core))
  const { doctor } = features.add(createDoctor(core, { backups, features }))

  const namesWith = (workerProfiles: readonly string[]) => ({
    engines: core.models.engineIds,
    laterEngines: options.sources === undefined ? [] : [GGUF_ID, ...LOCAL_SERVER_IDS],
    agentTasks: skills.names,
    workerProfiles,
    tools: core.tools.names,
  })
  const knownNames = () => namesWith(profiles.names)
  const recentNames = () => namesWith(profiles.recentNames)
  features.add(createMe(core, { knownNames }))
  const settings = settingsInForce(config)
  const { system } = features.add(createSystem(core, { backups, settings, recentNames }))
  features.add(createAdmin(core, { backups, doctor, knownNames, system, workerNodes }))
  // The last in the list of the queue.
  features.add({ name: 'engines', lanes: core.engineLanes.widths })
  if (more !== undefined) features.add(more(core))

  const isBackingUp = () => backups?.nightly.isMaking ?? false
  const { retention } = features.add(createRetention(core, features, isBackingUp))
  return {
    ...core,
    features,
    lifecycle: createLifecycle(core, features),
    retention,
    backups,
    files: files.files,
    uploads: files.uploads,
    history,
    keepInHistory,
    knowledge,
    reading,
    watchedFolders: folders,
    embedding,
    responses: chat.responses,
    assistants,
    savedTexts,
    embedder,
    conversations,
    conversationList,
    conversationDeletions,
    titles,
    notifications,
    skills,
    speech,
    webApp,
    transcriptOf,
    mcpCalls,
    toolServers,
    sandbox: workers.sandbox,
    workers: workers.workers,
    workerBudgets: workers.workerBudgets,
    requireWorkerProfile: workers.requireWorkerProfile,
    definitions: { generate: generate.task, worker: workers.task },
  }
}
