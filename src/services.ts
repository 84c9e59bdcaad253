import { arch, release, type } from 'node:os'
import { join } from 'node:path'
import { ownPaths } from './config/own-paths.ts'
import { settingsInForce } from './config/settings-in-force.ts'
import { Alerts } from './core/alerts/alerts.ts'
import { createAlertChannels } from './core/alerts/create-channels.ts'
import { ATTACHMENT_LANE, ATTACHMENT_LANE_WIDTH } from './core/attachments/attachment.ts'
import { createAttachments } from './core/attachments/create.ts'
import { Audit } from './core/audit/audit.ts'
import { AccountAdmin } from './core/engines/account-admin.ts'
import { AccountMonitor } from './core/engines/account-monitor.ts'
import { SHARED_LANE } from './core/engines/engine-lanes.ts'
import { queuedProbes } from './core/engines/probe.ts'
import { userIdOf } from './core/identity/actor.ts'
import { createIdentity } from './core/identity/create.ts'
import { Lifecycle } from './core/lifecycle.ts'
import { RateLimits } from './core/rate-limits.ts'
import { RequestLog } from './core/request-log.ts'
import { Retention } from './core/retention.ts'
import { MODEL_ADMISSION } from './core/tasks/admission.ts'
import { createTasks } from './core/tasks/create.ts'
import { JobList } from './core/tasks/job-list.ts'
import { QueueAdmin } from './core/tasks/queue-admin.ts'
import { pricesWith } from './core/usage/prices.ts'
import { Usage } from './core/usage/usage.ts'
import { createEngines } from './create-engines.ts'
import { createStores } from './create-stores.ts'
import { createWorkerJobs } from './create-worker-jobs.ts'
import { databaseFacts } from './db/database-facts.ts'
import { DurableCommits } from './db/durable-commits.ts'
import { essentialTransactor, openDatabase } from './db/open.ts'
import { WriteBatch } from './db/write-batch.ts'
import { WriteCheck } from './db/write-check.ts'
import { GGUF_ID } from './engines/gguf/gguf.ts'
import { LOCAL_SERVER_IDS } from './engines/local-servers.ts'
import { createBackups } from './features/backups/create.ts'
import { openData } from './features/backups/open-data.ts'
import { Brands } from './features/brands/brands.ts'
import { StoredResponses } from './features/chat/responses/stored-responses.ts'
import { AttachmentContents } from './features/conversations/attachment-contents.ts'
import { attachmentTask } from './features/conversations/attachment-task.ts'
import { conversationTask } from './features/conversations/conversation-task.ts'
import { createConversations } from './features/conversations/create.ts'
import { ownServiceDoctor } from './features/doctor/own-service.ts'
import { createFiles } from './features/files/create.ts'
import { ImageFiles } from './features/files/image-files.ts'
import { RESPONSE_SCHEMA_FIELD } from './features/generate/schema.ts'
import { createHistory } from './features/history/create.ts'
import { createTextDefinitions } from './features/skills/create-definitions.ts'
import { Skills } from './features/skills/skills.ts'
import { createSpeech } from './features/speech/create.ts'
import { READER_LANE, READER_LANE_WIDTH, SPEECH_ADMISSION } from './features/speech/tts-task.ts'
import { createSubtitles, transcriptSubtitles } from './features/subtitles/create.ts'
import { translationEntryOf } from './features/subtitles/history-entry.ts'
import {
  SUBTITLE_ADMISSION,
  SUBTITLE_ADMISSION_LIMITS,
  SUBTITLE_LANE,
  SUBTITLE_LANE_WIDTH,
} from './features/subtitles/perfect-task.ts'
import { subtitlesOfVideo } from './features/subtitles/subtitle-thread.ts'
import { dataFolderState } from './features/system/data-folder.ts'
import { createTranscripts } from './features/transcription/create.ts'
import { historyEntryOf } from './features/transcription/history-entry.ts'
import { TRANSCRIPT_LANES } from './features/transcription/transcript.ts'
import { transcriptOf } from './features/transcription/transcript-of.ts'
import { createVideo } from './features/video/create.ts'
import {
  MAX_VIDEO_QUESTIONS_PER_OWNER,
  VIDEO_LANE,
  VIDEO_LANE_WIDTH,
} from './features/video/video-task.ts'
import { WebApp } from './features/web-app/web-app.ts'
import { createWeb } from './features/web-pages/create.ts'
import {
  MAX_SCRAPES_PER_OWNER,
  SCRAPE_LANE,
  SCRAPE_LANE_WIDTH,
} from './features/web-pages/scrape-task.ts'
import { WorkerNodes } from './features/worker-nodes/worker-nodes.ts'
import { WORKER_LANE, WORKER_LANE_WIDTH } from './features/workers/worker-task.ts'
import { createGuards } from './guards/create.ts'
import type { RequestRecord } from './http/server/connection.ts'
import { LIMITS, type Limits } from './limits.ts'
import { createMedia } from './media/create.ts'
import { Metrics } from './platform/metrics.ts'
import { VERSION } from './platform/version.ts'
import type { ServiceOptions } from './service-options.ts'
import { BackupProcess } from './storage/backup/backup-process.ts'
import { ServiceStorage } from './storage/service-storage.ts'

const DAY_MS = 86_400_000

export type Services = ReturnType<typeof createServices>

/**
 * The composition root: makes each object once. Nothing runs yet but the jobs of the last start.
 */
export function createServices({
  config,
  log,
  now = Date.now,
  env = {},
  ...options
}: ServiceOptions) {
  const limits: Limits = { ...LIMITS, ...options.limits }
  const folder = config.data_dir === ':memory:' ? undefined : config.data_dir
  const startedAt = now()
  const maker = new BackupProcess()
  const db =
    folder === undefined
      ? openDatabase(':memory:')
      : openData({ folder, maker, version: VERSION, now })
  const storage = new ServiceStorage({
    ...{ folder, minFreeBytes: config.min_free_bytes, bucket: config.files.s3, limits },
  })
  const { spool } = storage
  /** Closed at the end, the last opened first. */
  const resources = new DisposableStack()
  resources.use(db)
  resources.use(storage)
  const stores = createStores(db)
  const batch = new WriteBatch(db)
  const essential = essentialTransactor(db)
  const metrics = new Metrics()
  const audit = new Audit({ store: stores.audit, now })
  const rateLimits = new RateLimits({ store: stores.rateLimits, now })
  const channels = createAlertChannels(config.alerts)
  const { alertAttemptMs: attemptMs, statusCheckTimeoutMs } = limits
  const alerts = new Alerts({ store: stores.alerts, db, audit, channels, attemptMs, log, now })
  const identity = createIdentity({
    settings: config,
    ...{ stores, db: essential, batch, audit, rateLimits, alerts, folder, log, now },
    stopWork: (matches) => tasks.stopWork(matches),
    ownedData: () => [
      conversations,
      { kind: jobs.kind, deleteOwned: (owner) => workers.deleteOwnedJobs(owner) },
      ...[files, uploads, history, speech.clips, responses],
    ],
    deleteKeyData: (owner) => void db.essential(() => responses.deleteOwned(owner)),
    providerTimeoutMs: limits.providerTimeoutMs,
    workerProfiles: () => workerJobs.workerProfiles.names,
  })
  const commits = new DurableCommits(db)
  const { files, fileChecks, uploads, quota } = createFiles({
    ...{ stores, batch, alerts, log, now },
    ...{ storage: storage.files, partialFiles: storage.partialFiles, commits },
    keptElsewhere: (owner) =>
      stores.messageAttachments.bytesOf(owner) + stores.clips.bytesOf(owner, now()),
    limitOf: (owner) => {
      const id = userIdOf(owner)
      const user = id === undefined ? undefined : stores.users.byId(id)
      return user?.extras?.storageBytes ?? null
    },
  })
  const { history, keepInHistory } = createHistory({
    ...{ stores, db, log, now },
    deleteClip: (name) => speech.clips.delete(name),
  })
  const media = resources.use(
    createMedia({
      ...{ programs: config.programs, env, log },
      egressProxy:
        config.egress_proxy === undefined
          ? undefined
          : { url: config.egress_proxy, target: config.egress_proxy_target },
      ...{ safeFetch: options.safeFetch, audio: options.audio, contact: config.web.contact },
      videoSources: options.videoSources,
    }),
  )
  const { safeFetch, documents, audio } = media
  const web = createWeb({
    ...{ safeFetch, documents, spool, now, pages: media.pages, renderer: media.renderer },
    ignoresRobots: config.web.ignore_robots,
  })
  const video = createVideo({
    sources: media.videoSources,
    turn: (host, signal) => web.pacer.turn(host, signal),
    leaveAlone: (host, ms) => web.pacer.leaveAlone(host, ms),
    questionMs: limits.videoMs,
  })
  const { intake: attachments, preparation } = createAttachments({
    ...{ spool, safeFetch, files, uploads },
    documents,
    ownPaths: ownPaths(config, env),
  })
  const contents = new AttachmentContents({
    storage: storage.attachments,
    ...{ store: stores.messageAttachments, commits, log, now },
  })
  const responses = new StoredResponses({
    ...{ store: stores.responses, batch, log, now },
    currentCaller: (caller) => identity.callerCheck.current(caller),
    keepDays: config.keep_responses_days,
  })
  const requestLog = new RequestLog({ store: stores.requests, batch, now })
  const usage = new Usage({
    ...{ store: stores.usage, batch, metrics, now },
    prices: pricesWith({ worker: config.workers.credits }),
    keepDays: config.keep_usage_days,
  })
  const { cluster, heavyWidth = 1 } = options
  const {
    follow,
    engineLists,
    discoveries,
    speechHealth,
    registry,
    engineDiscovery,
    accounts,
    models,
    engineLanes,
    answerer,
    transcriptionHealth,
    mediaModels,
  } = createEngines({
    ...{ options, heavyWidth, config, env, audio, alerts, limits, log, now },
    store: stores.accounts,
  })
  const findBrand = (id: string) => stores.brands.byId(id)
  const speech = createSpeech({
    findBrand,
    engines: () => engineLists.speech.offered,
    audio,
    health: speechHealth,
    turnMs: limits.speechTurnMs,
    ...{ spool, store: stores.clips, storage: storage.clips, commits, keepInHistory, log, now },
    reserve: (owner, bytes) => quota.reserve(owner, bytes),
    isKept: (name) => history.hasClip(name),
    voicesHint: 'GET /api/ai/tts/voices lists them',
  })
  const skills = new Skills({ folder: folder && join(folder, 'skills'), log })
  const codeModelHint = 'GET /api/code/v1/models lists them'
  const { intake: transcripts, ...transcription } = createTranscripts({
    ...{ spool, safeFetch, audio, files, uploads, metrics, log },
    offered: () => engineLists.transcription.offered,
    scan: () => discoveries.transcription.scanBriefly(),
    health: transcriptionHealth,
    onTranscript: (finished) => keepInHistory(historyEntryOf(finished)),
    queue: () => queue,
    retryMs: limits.transcriptionRetryMs,
    readCaptions: options.readCaptions ?? video.readCaptions,
    downloadSound: options.downloadSound ?? video.videos.audio,
    captionsLane: VIDEO_LANE,
    srtOf: (transcript) => subtitlesOfVideo(transcript, 'srt'),
    cacheStore: stores.transcriptCache,
    now,
  })
  const { workerTasks, ...workerJobs } = createWorkerJobs({
    ...{ config, env, folder, storage, stores, db, alerts, skills, identity, resources },
    ...{ preparation, models, answerer, engineLanes, log, now, sandbox: options.sandbox },
    ...{ scraper: web.scraper, retryMs: limits.workerRetryMs },
    jobs: () => jobs,
    runs: () => runs,
  })
  const { workers } = workerJobs
  const definitions = {
    ...transcription.tasks,
    ...createSubtitles({
      ...{ models, answerer, engineLanes, findBrand, log },
      onTranslation: (finished) => keepInHistory(translationEntryOf(finished)),
    }),
    ...createTextDefinitions({
      registry,
      answerer,
      models,
      engineLanes,
      preparation,
      skills,
      findBrand,
      codeModelHint,
      schemaField: RESPONSE_SCHEMA_FIELD,
    }),
    conversation: conversationTask({
      ...{ models, answerer, engineLanes },
      pathTo: (conversationId, id) => conversationReader.path(conversationId, id),
      load: (row) => contents.load(row),
    }),
    conversationAttachments: attachmentTask({ preparation, contents }),
    webScrape: web.task,
    videoDetails: video.details,
    videoList: video.list,
    tts: speech.task,
    ...workerTasks,
  }
  const tasks = createTasks({
    definitions: [...Object.values(definitions), ...(options.more?.tasks ?? [])],
    lanes: {
      [SHARED_LANE]: heavyWidth,
      [ATTACHMENT_LANE]: ATTACHMENT_LANE_WIDTH,
      ...TRANSCRIPT_LANES,
      [SCRAPE_LANE]: { all: SCRAPE_LANE_WIDTH, perOwner: MAX_SCRAPES_PER_OWNER },
      [VIDEO_LANE]: { all: VIDEO_LANE_WIDTH, perOwner: MAX_VIDEO_QUESTIONS_PER_OWNER },
      [READER_LANE]: READER_LANE_WIDTH,
      [SUBTITLE_LANE]: SUBTITLE_LANE_WIDTH,
      [WORKER_LANE]: WORKER_LANE_WIDTH,
      ...engineLanes.widths,
      ...options.more?.lanes,
    },
    admission: {
      model: MODEL_ADMISSION,
      speech: SPEECH_ADMISSION,
      [SUBTITLE_ADMISSION]: SUBTITLE_ADMISSION_LIMITS,
    },
    store: stores.jobs,
    usage,
    currentCaller: (caller) => identity.callerCheck.current(caller),
    deleteFiles: (names) => {
      for (const name of names)
        spool.remove(name).catch((err) => log.error({ file: name, err }, 'Cannot delete a file'))
    },
    readerWaitMs: limits.readerWaitMs,
    writeRetryMs: limits.writeRetryMs,
    ...{ log, now },
  })
  const { queue, admissions, jobs, runs, streams } = tasks
  follow(queue)
  const { replies, conversations, conversationReader, ...conversationParts } = createConversations({
    task: definitions.conversation,
    attachmentTask: definitions.conversationAttachments,
    ...{ contents, intake: attachments, requireRoom: (owner) => quota.requireRoom(owner) },
    ...{ stores, db, batch, models, runs, queue, streams },
    leaseWaitMs: limits.codeLeaseWaitMs,
    ...{ log, now },
  })
  const { transcribe, videoTranscript, youtubeToSrt } = definitions
  const ownTranscript = (owner: string, jobId: string) =>
    transcriptOf(jobs, [transcribe, videoTranscript, youtubeToSrt], owner, jobId)
  const runModelProbe = queuedProbes(runs, definitions.probe)
  const accountMonitor = new AccountMonitor({
    accounts,
    runModelProbe,
    statusCheckTimeoutMs,
    log,
    now,
  })
  const backups =
    folder === undefined
      ? undefined
      : createBackups({
          ...{ db, maker, audit, alerts, folder, log, now },
          settings: stores.settings,
          schedule: config.backups,
          version: VERSION,
          delayMs: limits.backupDelayMs,
          stallMs: limits.backupStallMs,
        })
  const workerNodes = new WorkerNodes({ cluster, alerts, audit, db, log })
  const { sessions, deviceFlow, refreshTokens, devices } = identity
  const daysAgo = (days: number) => now() - days * DAY_MS
  const retention = new Retention({
    rows: {
      usage: () => usage.deletionOfOld(),
      audit: () => (limit) => audit.deleteBefore(daysAgo(config.keep_audit_days), limit),
      devices: () => devices.deletionOfEnded(daysAgo(config.keep_ended_devices_days)),
    },
    db,
    // A backup reads the file while writes go to the log of the database, which is bounded.
    isHeld: () => backups?.nightly.isMaking ?? false,
    ...{ limits, log },
  })
  const lifecycle = new Lifecycle({
    ...{ queue, admissions, jobs, runs, replies, accountMonitor, responses },
    start: () => cluster?.start(),
    searches: Object.values(discoveries),
    ...{ alerts, batch, resources, log },
    recover: async () => {
      await tasks.recover()
      // Jobs that have crashed twice have ended there.
      await workers.swept()
      workers.sweep()
    },
    endEngines: async () =>
      void (await Promise.all([
        ...registry.entries.map(({ engine }) => engine.end?.()),
        workers.closeFolders(),
        cluster?.stop(),
      ])),
    sweeps: [
      { sweep: () => db.fillReserve() },
      ...[jobs, alerts, sessions, requestLog, rateLimits, deviceFlow, refreshTokens],
      ...[
        fileChecks,
        uploads,
        contents,
        history,
        speech.clips,
        responses,
        transcription.cache,
        workerJobs.workerBudgets,
        workers,
        retention,
        ...(backups === undefined ? [] : [backups.nightly]),
      ],
    ],
    stopBackground: async () =>
      void (await Promise.all([
        backups?.nightly.stop(),
        fileChecks.stop(),
        retention.stop(),
        media.renderer.end(),
        workers.stop(),
      ])),
  })
  metrics.observe(async () => ({
    admitted: admissions.of('model').state().admitted,
    parked: accounts.parked(),
    lanes: queue.lanes(),
    droppedLogLines: log.droppedLines?.() ?? 0,
  }))
  const writeCheck = new WriteCheck(db)
  const accountAdmin = new AccountAdmin({
    ...{ registry, others: engineLists, accounts, accountMonitor, usage, db, audit, now },
    scan: () => engineDiscovery.scanBriefly(),
  })
  const namesWith = (workerProfiles: readonly string[]) => ({
    engines: models.engineIds,
    laterEngines: options.sources === undefined ? [] : [GGUF_ID, ...LOCAL_SERVER_IDS],
    agentTasks: skills.names,
    workerProfiles,
  })
  return {
    ...{ config, limits, log, now, db, stores, batch, spool, metrics, audit, rateLimits, alerts },
    ...identity,
    mediaModels,
    transcriptionHealth,
    engineLists,
    discoveries,
    ...{ usage, registry, engineDiscovery, accounts, accountMonitor, models, skills, definitions },
    codeModelHint,
    ...workerJobs,
    workerNodes,
    knownNames: () => namesWith(workerJobs.workerProfiles.names),
    recentNames: () => namesWith(workerJobs.workerProfiles.recentNames),
    requestLog,
    retention,
    /** Why the bucket of files cannot be used; undefined where it can, and where there is none. */
    bucketProblem: () => storage.bucketProblem(),
    /** Keeps a request that a listener has answered. */
    recordRequest: ({ engine, actor, ms, ...request }: RequestRecord) =>
      requestLog.record({
        ...request,
        actor: actor ?? null,
        ms: Math.round(ms),
        waitMs: engine === undefined ? null : Math.round(engine.queueMs),
        engine: engine?.engine ?? null,
        model: engine?.model ?? null,
      }),
    brands: new Brands({ store: stores.brands, db, audit }),
    queueAdmin: new QueueAdmin({ queue, audit, db: essential }),
    jobList: new JobList({ store: stores.jobs, jobs, now }),
    ...{ responses, files, fileChecks, uploads, queue, admissions, jobs, runs },
    speech,
    imageFiles: new ImageFiles(storage.images),
    ...{ conversations, ...conversationParts, history, keepInHistory, lifecycle, backups },
    ...createGuards({ config, ...identity, rateLimits, now }),
    accountAdmin,
    doctor: ownServiceDoctor({
      ...{ config, now, env: env },
      engines: () => registry.entries.map(({ engine }) => engine),
      accounts: () => accountAdmin.list(),
      media: () => accountAdmin.media(),
      backups: backups && (() => backups.nightly.state()),
      files: () => fileChecks.findings,
      bucket: config.files.s3 && ((signal) => storage.bucketProblem(signal)),
      workerNodes: workerNodes.isShared ? () => workerNodes.list() : undefined,
      isWritable: () => writeCheck.isWritable(),
    }),
    system: async () => ({
      versions: {
        ...databaseFacts(db),
        hearth: VERSION,
        bun: Bun.version,
        system: `${type()} ${release()} ${arch()}`,
      },
      startedAt,
      data: folder === undefined ? undefined : await dataFolderState(folder),
      backups: await backups?.nightly.state(),
      settings: settingsInForce(config),
    }),
    /** The one way to addresses that users give. */
    safeFetch,
    attachments,
    audio,
    transcripts,
    transcriptionEngines: transcription.transcriptionEngines,
    transcriptOf: ownTranscript,
    subtitlesOf: transcriptSubtitles(ownTranscript),
    /** The same for programs that make requests of their own. */
    openEgressProxy: media.openEgressProxy,
    webApp: new WebApp({ isDevelopment: options.isDevelopment, build: options.buildWebApp }),
    health: () => {
      if (admissions.isClosed) return 'stopping' as const
      return writeCheck.isWritable() ? ('ok' as const) : ('storage_unavailable' as const)
    },
  }
}
