// Writes the numbers of /docs/limits from the code: bun run docs:limits
import { join } from 'node:path'
import { MAX_BLOB_BYTES } from '../../src/cluster/blobs.ts'
import { BEAT_MS, CHANGE_CHECK_MS, FIRST_NODE_MS, LOST_MS } from '../../src/cluster/messages.ts'
import { MAX_UNREAD_CHARACTERS } from '../../src/cluster/remote-call.ts'
import { loadConfig } from '../../src/config/load.ts'
import { RETENTION_MS as ALERT_RETENTION_MS, MAX_KEPT } from '../../src/core/alerts/alerts.ts'
import * as attachment from '../../src/core/attachments/attachment.ts'
import { MAX_NAME_BYTES } from '../../src/core/attachments/file-name.ts'
import { CHECK_TIMEOUT_MS } from '../../src/core/doctor/run-checks.ts'
import { PROBE_INTERVAL_MS } from '../../src/core/engines/account-monitor.ts'
import * as health from '../../src/core/engines/engine-health.ts'
import { MAX_FAILED_SCANS } from '../../src/core/engines/engine-registry.ts'
import { AUTO_MAX_CHARACTERS } from '../../src/core/engines/models.ts'
import { MAX_MODEL_NAME_CHARACTERS } from '../../src/core/engines/name-pattern.ts'
import * as unanswered from '../../src/core/engines/unanswered.ts'
import * as deviceFlow from '../../src/core/identity/devices/device-flow.ts'
import { CODE_LIFETIME_MS } from '../../src/core/identity/devices/devices.ts'
import { LIFETIME_MS as REFRESH_LIFETIME_MS } from '../../src/core/identity/devices/refresh-tokens.ts'
import { ACCESS_SECONDS } from '../../src/core/identity/devices/signing-keys.ts'
import { MAX_WRONG } from '../../src/core/identity/devices/user-code-attempts.ts'
import { MAX_IDENTITIES } from '../../src/core/identity/identities.ts'
import * as invites from '../../src/core/identity/invites.ts'
import { MAX_OWN_KEYS } from '../../src/core/identity/keys.ts'
import { CHALLENGE_SECONDS, MAX_PASSKEYS } from '../../src/core/identity/passkeys.ts'
import { PRIMARY_SESSION_MS } from '../../src/core/identity/primary-account.ts'
import { SESSION_SECONDS } from '../../src/core/identity/sessions.ts'
import { ATTEMPT_SECONDS } from '../../src/core/identity/sign-in/sign-in.ts'
import { MAX_LOCAL_NAME_CHARACTERS } from '../../src/core/identity/users.ts'
import * as schemaBounds from '../../src/core/json-schema/schema-bounds.ts'
import * as schemaChecker from '../../src/core/json-schema/schema-checker.ts'
import { MAX_SLOW_SCHEMAS, SLOW_SCHEMA_MINUTES } from '../../src/core/json-schema/schema-checker.ts'
import { LEFTOVER_CHECK_MS } from '../../src/core/leftover-checks.ts'
import { MAX_LISTED_BYTES } from '../../src/core/list-page.ts'
import { MAX_REQUESTS, REQUEST_RETENTION_MS } from '../../src/core/request-log.ts'
import { RETENTION_ROWS } from '../../src/core/retention.ts'
import * as admission from '../../src/core/tasks/admission.ts'
import { MAX_EVENT_STREAMS_PER_OWNER } from '../../src/core/tasks/event-streams.ts'
import {
  IDEMPOTENCY_MS,
  JOB_RETENTION_MS,
  MAX_EXCERPT_CHARACTERS,
} from '../../src/core/tasks/jobs.ts'
import { TOLD_PERCENTS } from '../../src/core/usage/budgets.ts'
import { CREDIT_COSTS, MIN_CREDITS, USD_PER_CREDIT } from '../../src/core/usage/prices.ts'
import { MAX_USUAL_DAYS } from '../../src/core/usage/usual.ts'
import { RESERVE_BYTES } from '../../src/db/disk-reserve.ts'
import * as answerSize from '../../src/engines/contract/text.ts'
import * as embeddedVoice from '../../src/engines/embedded-voice/embedded-voice.ts'
import { MAX_WORD_LETTERS } from '../../src/engines/embedded-voice/embedded-voice.ts'
import * as serverArguments from '../../src/engines/gguf/gguf.ts'
import * as llamaServer from '../../src/engines/gguf/llama-server.ts'
import { FAULT_MS } from '../../src/engines/gguf/model-faults.ts'
import { MAX_SERVER_MODELS } from '../../src/engines/openai-http/listed-model.ts'
import { MAX_ANSWER_BYTES } from '../../src/engines/openai-http/openai-http.ts'
import { MAX_MODEL_REPLY_BYTES } from '../../src/engines/openai-http/server-client.ts'
import * as readSpeech from '../../src/engines/speech/read-speech.ts'
import { MAX_SERVER_VOICES } from '../../src/engines/speech-http/speech-http.ts'
import { MAX_TRANSCRIPT_BYTES } from '../../src/engines/transcription/read-transcript.ts'
import { MAX_ADMIN_BYTES, MAX_FILTER_CHARACTERS } from '../../src/features/admin/schema.ts'
import { MAX_USAGE_ITEMS } from '../../src/features/admin/usage-schema.ts'
import { MAX_AGENT_BYTES } from '../../src/features/agent-tasks/routes.ts'
import { MIN_FREE_BYTES } from '../../src/features/backups/backup-folder.ts'
import { MAX_WAL_BYTES } from '../../src/features/backups/backups.ts'
import { BACKUP_RETRY_MS, BACKUP_STALE_MS } from '../../src/features/backups/nightly.ts'
import { MAX_UPGRADE_COPIES } from '../../src/features/backups/open-data.ts'
import * as brand from '../../src/features/brands/routes.ts'
import * as canvas from '../../src/features/canvas/routes.ts'
import { MAX_CHAT_BYTES, MAX_CODE_CHAT_BYTES } from '../../src/features/chat/http/limits.ts'
import { MAX_SHOW_BYTES } from '../../src/features/chat/http/ollama/routes.ts'
import * as responses from '../../src/features/chat/responses/stored-responses.ts'
import * as code from '../../src/features/code-devices/routes.ts'
import * as conversationFeed from '../../src/features/conversations/conversation-feed.ts'
import * as conversationList from '../../src/features/conversations/conversation-list.ts'
import * as conversationReader from '../../src/features/conversations/conversation-reader.ts'
import { MAX_TURN_PICTURES } from '../../src/features/conversations/conversation-turn.ts'
import { KEEP_MS } from '../../src/features/conversations/reply-runs.ts'
import * as conversationsSchema from '../../src/features/conversations/schema.ts'
import { DEFAULT_DASHBOARD_DAYS, MAX_DASHBOARD_DAYS } from '../../src/features/dashboard/routes.ts'
import { FILE_CHECK_MS } from '../../src/features/files/file-checks.ts'
import { MAX_FILE_BYTES } from '../../src/features/files/file-record.ts'
import { MAX_HELD_BYTES, MAX_HELD_FILE_BYTES } from '../../src/features/files/opened-files.ts'
import { MAX_FILE_CHANGE_BYTES, MAX_FILENAME_CHARACTERS } from '../../src/features/files/schema.ts'
import { MAX_METADATA_CHARACTERS } from '../../src/features/files/uploads/http/tus-server.ts'
import * as uploads from '../../src/features/files/uploads.ts'
import { MAX_GENERATE_BYTES } from '../../src/features/generate/schema.ts'
import * as history from '../../src/features/history/history.ts'
import { MAX_HISTORY_CHANGE_BYTES } from '../../src/features/history/schema.ts'
import { DEFAULT_LIST_ITEMS, MAX_LIST_ITEMS } from '../../src/features/shared/lists.ts'
import * as signIn from '../../src/features/sign-in/schema.ts'
import { MAX_CONTENT_CHARACTERS, MAX_SKILL_BYTES } from '../../src/features/skills/routes.ts'
import { MAX_INPUT_CHARACTERS, MAX_OPTIONS_CHARACTERS } from '../../src/features/skills/task.ts'
import { CLIP_RETENTION_DAYS } from '../../src/features/speech/clips.ts'
import { MAX_SPEECH_BODY_BYTES } from '../../src/features/speech/schema.ts'
import { TURN_MS } from '../../src/features/speech/synthesis.ts'
import * as tts from '../../src/features/speech/tts-task.ts'
import * as perfectTask from '../../src/features/subtitles/perfect-task.ts'
import { MAX_PERFECT_BYTES, MAX_TRANSLATE_BYTES } from '../../src/features/subtitles/schema.ts'
import { SUBTITLE_WORK_MS } from '../../src/features/subtitles/subtitle-thread.ts'
import * as subtitles from '../../src/features/subtitles/subtitle-work.ts'
import {
  MAX_PIECE_CHARACTERS,
  MAX_PIECE_LINES,
} from '../../src/features/subtitles/translate-task.ts'
import { MAX_TRANSCRIBE_BYTES } from '../../src/features/transcription/schema.ts'
import * as transcript from '../../src/features/transcription/transcript.ts'
import * as cache from '../../src/features/transcription/transcript-cache.ts'
import { CAPTION_WORK_MS } from '../../src/features/video/read-captions.ts'
import * as video from '../../src/features/video/video-task.ts'
import { HOST_INTERVAL_MS } from '../../src/features/web-pages/feature.ts'
import {
  MAX_LEFT_ALONE_MS,
  MAX_LEFT_ALONE_WAIT_MS,
} from '../../src/features/web-pages/host-pacer.ts'
import { ROBOTS_WORK_MS } from '../../src/features/web-pages/robots.ts'
import { MAX_SCRAPE_BODY_BYTES } from '../../src/features/web-pages/routes.ts'
import * as scrape from '../../src/features/web-pages/scrape-task.ts'
import {
  MAX_DOCUMENT_BYTES,
  MAX_DOCUMENT_CHARACTERS,
} from '../../src/features/web-pages/scraper.ts'
import { MAX_CLOCK_DIFFERENCE_MS } from '../../src/features/worker-nodes/worker-nodes.ts'
import {
  MAX_ADMIN_WORKER_ITEMS,
  MAX_LISTED_STEPS,
} from '../../src/features/workers/admin-schema.ts'
import { ALERT_PERCENTS, MAX_ATTEMPTS_PER_DAY } from '../../src/features/workers/daily-budgets.ts'
import { WORKER_PAGE_MS } from '../../src/features/workers/feature.ts'
import { MAX_OWN_PROFILES } from '../../src/features/workers/file-worker-profiles.ts'
import { MAX_JOB_FILES } from '../../src/features/workers/job-files.ts'
import * as workerInputs from '../../src/features/workers/prepare-inputs.ts'
import * as profileFile from '../../src/features/workers/profile-file.ts'
import { MAX_WORKER_BYTES } from '../../src/features/workers/schema.ts'
import { MAX_SEEN } from '../../src/features/workers/seen-addresses.ts'
import * as workerRead from '../../src/features/workers/toolbox.ts'
import * as workerFind from '../../src/features/workers/toolbox.ts'
import * as workerArtifact from '../../src/features/workers/toolbox.ts'
import { MAX_QUERY_CHARACTERS } from '../../src/features/workers/toolbox.ts'
import { LINKS_PER_HOST, MAX_FOLLOWED_LINKS } from '../../src/features/workers/tools/fetch-page.ts'
import { MAX_MATCHES } from '../../src/features/workers/tools/find-lines.ts'
import { MAX_ANSWER_CHARACTERS } from '../../src/features/workers/tools/finish.ts'
import * as workerRun from '../../src/features/workers/tools/run.ts'
import * as workerWait from '../../src/features/workers/wait-for-engine.ts'
import * as workerLoop from '../../src/features/workers/worker-loop.ts'
import { MAX_CALLS } from '../../src/features/workers/worker-loop.ts'
import { MAX_BRIEF_CHARACTERS, WORKER_LANE_WIDTH } from '../../src/features/workers/worker-task.ts'
import { MAX_ISSUED_AHEAD_SECONDS } from '../../src/guards/canvas-tokens.ts'
import { MAX_REMOTE_FILE_BYTES } from '../../src/guards/local-trust.ts'
import { MAX_GRANT_BYTES } from '../../src/http/body/form.ts'
import { MAX_VALUES } from '../../src/http/body/json.ts'
import { IDLE_FRAME_TICKS } from '../../src/http/reply/sse.ts'
import { PREFLIGHT_SECONDS } from '../../src/http/server/cors.ts'
import { MAX_BODY_BYTES } from '../../src/http/server/listeners.ts'
import { LIMITS } from '../../src/limits.ts'
import { AUDIO_CPU_SECONDS, AUDIO_MEMORY_BYTES } from '../../src/media/audio/bounds.ts'
import { DECODE_MS } from '../../src/media/audio/decode.ts'
import { ENCODER_STALL_MS } from '../../src/media/audio/encode.ts'
import { PROBE_MS } from '../../src/media/audio/probe.ts'
import { MAX_SILENCE_DB, MIN_SILENCE_SECONDS } from '../../src/media/audio/split-at-silence.ts'
import { MAX_RENDER_BYTES, MAX_SCRIPT_MIB } from '../../src/media/browser/chromium-renderer.ts'
import * as captions from '../../src/media/captions/read-captions.ts'
import { MAX_RECORDING_SECONDS, SPEECH_SAMPLE_RATE } from '../../src/media/contract-audio.ts'
import * as documents from '../../src/media/contract-documents.ts'
import * as pages from '../../src/media/contract-pages.ts'
import { MAX_SEARCH_HITS, SEARCH_MS } from '../../src/media/contract-search.ts'
import { MAX_LISTED_VIDEOS, VIDEO_MS } from '../../src/media/contract-video.ts'
import { EGRESS_CONNECT_MS, MAX_EGRESS_CONNECTIONS } from '../../src/media/fetch/egress-proxy.ts'
import { MAX_REDIRECTS } from '../../src/media/fetch/pinned-fetch.ts'
import { MAX_URL_CHARACTERS } from '../../src/media/fetch/resolve-host.ts'
import * as youtube from '../../src/media/video/youtube-refusal.ts'
import { MAX_CAPTION_BYTES } from '../../src/media/video/yt-dlp-captions.ts'
import { MAX_CHAPTERS } from '../../src/media/video/yt-dlp-details.ts'
import * as ytDlpFields from '../../src/media/video/yt-dlp-fields.ts'
import { MAX_CAPTIONS } from '../../src/media/video/yt-dlp-fields.ts'
import * as ytDlpProcess from '../../src/media/video/yt-dlp-process.ts'
import * as ytDlp from '../../src/media/video/yt-dlp-runs.ts'
import { MAX_SHORT_ANSWER_BYTES } from '../../src/platform/bounded-text.ts'
import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from '../../src/platform/json.ts'
import { LAST_LOG_MS, MAX_HELD_LOG_BYTES } from '../../src/platform/log.ts'
import * as sandboxCommand from '../../src/sandbox/sandbox-command.ts'
import { DISK_RESERVE_BYTES, MAX_DEPTH as MAX_FOLDER_DEPTH } from '../../src/sandbox/walk-folder.ts'
import { S3_PART_BYTES, S3_PARTS_AT_ONCE } from '../../src/storage/s3/object-upload.ts'
import { MAX_S3_DOCUMENT_BYTES, S3_LIMITS } from '../../src/storage/s3/s3-connection.ts'
import { S3_UNFINISHED_MS } from '../../src/storage/s3/s3-storage.ts'

const {
  workers: WORKERS,
  queue: QUEUE,
  keep_responses_days: RESPONSE_DAYS,
  body_memory_bytes: BODY_MEMORY_BYTES,
  max_answer_bytes: ANSWER_BYTES,
  keep_usage_days: USAGE_DAYS,
  keep_audit_days: AUDIT_DAYS,
  keep_ended_devices_days: ENDED_DEVICE_DAYS,
} = loadConfig({}, () => undefined)

export const LIMITS_PAGE = join(import.meta.dir, '../../public/docs/limits.md')
const MINUTE = 60
const DAY = 24 * 60 * MINUTE

/** Of every row of the page: the code's value, in the row's unit. */
const VALUES: Record<string, string> = {
  'generate-body': kib(MAX_GENERATE_BYTES),
  'agent-body': kib(MAX_AGENT_BYTES),
  'agent-input': characters(MAX_INPUT_CHARACTERS),
  'agent-options': characters(MAX_OPTIONS_CHARACTERS),
  'chat-body': mib(MAX_CHAT_BYTES),
  'code-chat-body': mib(MAX_CODE_CHAT_BYTES),
  'show-body': kib(MAX_SHOW_BYTES),
  'conversation-body': mib(conversationsSchema.MAX_CONVERSATION_BYTES),
  'job-excerpt': characters(MAX_EXCERPT_CHARACTERS),
  'model-name': characters(MAX_MODEL_NAME_CHARACTERS),
  'conversation-title': characters(conversationsSchema.MAX_TITLE_CHARACTERS),
  'history-title': characters(history.MAX_HISTORY_TITLE_CHARACTERS),
  'history-search': characters(history.MAX_SEARCHED_CHARACTERS),
  'history-change-body': kib(MAX_HISTORY_CHANGE_BYTES),
  'skill-body': kib(MAX_SKILL_BYTES),
  'skill-content': characters(MAX_CONTENT_CHARACTERS),
  'brand-body': kib(brand.MAX_BRAND_BYTES),
  'brand-glossary': count(brand.MAX_GLOSSARY_ENTRIES),
  'brand-tone': characters(brand.MAX_TONE_CHARACTERS),
  'brand-word': characters(brand.MAX_BRAND_WORD_CHARACTERS),
  'admin-body': kib(MAX_ADMIN_BYTES),
  'approve-body': kib(signIn.MAX_APPROVE_BYTES),
  'key-body': kib(signIn.MAX_KEY_BYTES),
  'image-body': kib(canvas.MAX_IMAGE_BYTES),
  'image-prompt': `${count(canvas.MAX_PROMPT_BYTES)} bytes`,
  'files-in-memory': mib(MAX_HELD_BYTES),
  'file-body': `${MAX_FILE_BYTES / 1024 ** 3} GiB`,
  'file-remote': `${count(MAX_REMOTE_FILE_BYTES)} bytes`,
  'file-change-body': kib(MAX_FILE_CHANGE_BYTES),
  'file-name': `${MAX_NAME_BYTES} bytes`,
  'file-name-sent': characters(MAX_FILENAME_CHARACTERS),
  'upload-metadata': characters(MAX_METADATA_CHARACTERS),
  'any-body': `${MAX_BODY_BYTES / 1024 ** 3} GiB`,
  'grant-body': kib(MAX_GRANT_BYTES),
  'json-values': count(MAX_VALUES),
  'json-depth': count(MAX_JSON_DEPTH),
  attachments: count(attachment.MAX_ATTACHMENTS),
  'attachment-bytes': mib(attachment.MAX_ATTACHMENT_BYTES),
  'attachments-bytes': mib(attachment.MAX_TOTAL_BYTES),
  'attachments-text': characters(attachment.MAX_TEXT_CHARACTERS),
  'attachments-prompt': characters(attachment.MAX_PROMPT_CHARACTERS),
  'attachment-requests': count(attachment.ATTACHMENT_LANE_WIDTH),
  'conversation-pictures': count(MAX_TURN_PICTURES),
  'attachments-time': seconds(attachment.PREPARATION_MS / 1000),
  'attachment-download': seconds(attachment.DOWNLOAD_MS / 1000),
  'image-pixels': `${count(documents.MAX_IMAGE_PIXELS)} pixels`,
  'image-frames': count(documents.MAX_IMAGE_FRAMES),
  'image-side': `${count(documents.MAX_IMAGE_SIDE_PIXELS)} pixels`,
  'page-images': count(documents.MAX_PAGE_IMAGES),
  'page-fields': count(documents.MAX_PAGE_FIELDS),
  'page-dpi': `${documents.PAGE_DPI} dpi`,
  'document-unpacked': mib(documents.MAX_INFLATED_BYTES),
  'document-parts': count(documents.MAX_ARCHIVE_ENTRIES),
  'document-time': seconds(documents.DOCUMENT_MS / 1000),
  'document-processor': seconds(documents.DOCUMENT_CPU_SECONDS),
  'document-memory': `${documents.DOCUMENT_MEMORY_BYTES / 1e9} GB`,
  'schema-characters': characters(schemaBounds.MAX_SCHEMA_CHARACTERS),
  'schema-depth': count(schemaBounds.MAX_DEPTH),
  'schema-parts': count(schemaBounds.MAX_PARTS),
  recording: counted(MAX_RECORDING_SECONDS / 3600, 'hour'),
  'recording-probe': seconds(PROBE_MS / 1000),
  'recording-decode': minutes(DECODE_MS / 1000),
  'recording-processor': minutes(AUDIO_CPU_SECONDS),
  'recording-memory': `${AUDIO_MEMORY_BYTES / 1e9} GB`,
  'encoder-stall': seconds(ENCODER_STALL_MS / 1000),
  'download-url': characters(MAX_URL_CHARACTERS),
  'transcribe-body': kib(MAX_TRANSCRIBE_BYTES),
  'perfect-srt-body': mib(MAX_PERFECT_BYTES),
  'translate-body': mib(MAX_TRANSLATE_BYTES),
  cues: count(subtitles.MAX_CUES),
  'caption-characters': characters(captions.MAX_CAPTION_CHARACTERS),
  'caption-work': seconds(CAPTION_WORK_MS / 1000),
  'caption-cues': count(captions.MAX_CAPTION_CUES),
  'cue-changes': count(subtitles.MAX_LISTED),
  'subtitle-work': seconds(SUBTITLE_WORK_MS / 1000),
  'subtitle-files': count(perfectTask.SUBTITLE_LANE_WIDTH),
  'subtitle-requests': count(perfectTask.SUBTITLE_ADMISSION_LIMITS.max),
  'subtitle-requests-owner': count(perfectTask.SUBTITLE_ADMISSION_LIMITS.maxPerOwner),
  'translate-piece': characters(MAX_PIECE_CHARACTERS),
  'translate-piece-lines': count(MAX_PIECE_LINES),
  'transcribe-prompt': characters(transcript.MAX_PROMPT_CHARACTERS),
  'transcript-cache': counted(cache.TRANSCRIPT_CACHE_HOURS, 'hour'),
  'transcript-cache-entries': count(cache.MAX_CACHED_TRANSCRIPTS),
  'transcript-cache-bytes': mib(cache.MAX_TRANSCRIPT_CACHE_BYTES),
  'transcript-cache-entry': mib(cache.MAX_CACHED_TRANSCRIPT_BYTES),
  'recording-download': `${transcript.MAX_DOWNLOAD_BYTES / 1024 ** 3} GiB`,
  'recording-download-time': minutes(transcript.DOWNLOAD_MS / 1000),
  'recording-downloads': count(transcript.DOWNLOAD_LANE_WIDTH),
  'recording-piece': seconds(transcript.TARGET_PIECE_SECONDS),
  'recording-piece-max': seconds(transcript.MAX_PIECE_SECONDS),
  'recording-silence': seconds(MIN_SILENCE_SECONDS),
  'recordings-owner': count(transcript.MAX_OPEN_TRANSCRIPTS),
  'recordings-decoded': count(transcript.MEDIA_LANE_WIDTH),
  'recording-preparation': minutes(transcript.MEDIA_MS / 1000),
  'late-answer': seconds(LIMITS.lateAnswerMs / 1000),
  'transcription-retry': `${LIMITS.transcriptionRetryMs.map((ms) => ms / 1000).join(', ')} seconds`,
  'download-redirects': count(MAX_REDIRECTS),
  'scrape-body': kib(MAX_SCRAPE_BODY_BYTES),
  'scrape-time': seconds(scrape.MAX_SCRAPE_SECONDS),
  'scrape-time-default': seconds(scrape.DEFAULT_SCRAPE_SECONDS),
  'scrape-pages': count(scrape.SCRAPE_LANE_WIDTH),
  'scrape-pages-owner': count(scrape.MAX_SCRAPES_PER_OWNER),
  'scrape-host': seconds(HOST_INTERVAL_MS / 1000),
  'scrape-retry': seconds(MAX_LEFT_ALONE_WAIT_MS / 1000),
  'scrape-left-alone': counted(MAX_LEFT_ALONE_MS / 3_600_000, 'hour'),
  'scrape-rules': seconds(ROBOTS_WORK_MS / 1000),
  'scrape-bytes': mib(pages.MAX_PAGE_BYTES),
  'scrape-depth': count(pages.MAX_PAGE_DEPTH),
  'scrape-elements': count(pages.MAX_PAGE_ELEMENTS),
  'scrape-links': count(pages.MAX_PAGE_LINKS),
  'scrape-reading': seconds(pages.PAGE_READ_MS / 1000),
  'scrape-document': mib(MAX_DOCUMENT_BYTES),
  'scrape-document-text': characters(MAX_DOCUMENT_CHARACTERS),
  'video-time': seconds(VIDEO_MS / 1000),
  'video-questions': count(video.VIDEO_LANE_WIDTH),
  'video-questions-owner': count(video.MAX_VIDEO_QUESTIONS_PER_OWNER),
  'video-list': count(MAX_LISTED_VIDEOS),
  'video-list-default': count(video.DEFAULT_LISTED_VIDEOS),
  'youtube-questions': count(youtube.YOUTUBE_THREADS),
  'youtube-answer': mib(youtube.MAX_YOUTUBE_BYTES),
  'video-url': characters(video.MAX_VIDEO_URL_CHARACTERS),
  'scrape-browser': mib(MAX_RENDER_BYTES),
  'scrape-scripts': `${MAX_SCRIPT_MIB} MiB`,
  'video-pages': mib(ytDlp.MAX_VIDEO_PAGES_BYTES),
  'video-answer': mib(ytDlp.MAX_VIDEO_ANSWER_BYTES),
  'video-memory': `${ytDlpProcess.VIDEO_MEMORY_BYTES / 1e9} GB`,
  'video-processor': seconds(ytDlpProcess.VIDEO_CPU_SECONDS),
  'video-title': characters(ytDlpFields.MAX_VIDEO_TITLE_CHARACTERS),
  'video-description': characters(ytDlpFields.MAX_DESCRIPTION_CHARACTERS),
  'video-thumbnails': count(ytDlpFields.MAX_THUMBNAILS),
  'video-chapters': count(MAX_CHAPTERS),
  'video-captions': count(MAX_CAPTIONS),
  'video-caption-file': mib(MAX_CAPTION_BYTES),
  'egress-connections': count(MAX_EGRESS_CONNECTIONS),
  'egress-connect': seconds(EGRESS_CONNECT_MS / 1000),
  'model-requests': count(admission.MODEL_ADMISSION.max),
  'model-requests-owner': count(admission.MODEL_ADMISSION.maxPerOwner),
  'code-wait': seconds(LIMITS.codeLeaseWaitMs / 1000),
  'code-waiting': count(admission.MAX_WAITING),
  'code-waiting-owner': count(admission.MAX_WAITING_PER_OWNER),
  'event-streams': count(MAX_EVENT_STREAMS_PER_OWNER),
  'event-replay': count(conversationFeed.MAX_KEPT_EVENTS),
  'event-replay-characters': characters(conversationFeed.MAX_KEPT_CHARACTERS),
  'no-engine-retry': seconds(unanswered.NO_ENGINE_RETRY_AFTER_SECONDS),
  'quota-retry': minutes(unanswered.MAX_RETRY_AFTER_SECONDS),
  'model-load-wait': seconds(LIMITS.modelLoadWaitMs / 1000),
  'auto-characters': characters(AUTO_MAX_CHARACTERS),
  'engine-search': seconds(LIMITS.engineSearchMs / 1000),
  'engine-refresh': seconds(LIMITS.engineRefreshMs / 1000),
  'engine-scan-pause': seconds(LIMITS.engineScanPauseMs / 1000),
  'engine-scan': seconds(LIMITS.engineScanMs / 1000),
  'engine-scan-wait': seconds(LIMITS.engineScanWaitMs / 1000),
  'engine-failed-scans': count(MAX_FAILED_SCANS),
  'media-pause': minutes(health.FIRST_PAUSE_MS / 1000),
  'media-pause-max': minutes(health.MAX_PAUSE_MS / 1000),
  'media-alert': count(health.ALERTING_FAILURES),
  'gguf-context': `${count(serverArguments.DEFAULT_CONTEXT_TOKENS)} tokens`,
  'gguf-threads': count(serverArguments.MAX_DEFAULT_THREADS),
  'gguf-idle': seconds(serverArguments.DEFAULT_IDLE_SECONDS),
  'gguf-start': seconds(llamaServer.START_MS / 1000),
  'gguf-restart': seconds(llamaServer.FIRST_RESTART_MS / 1000),
  'gguf-restart-max': seconds(llamaServer.MAX_RESTART_MS / 1000),
  'gguf-wait': seconds(llamaServer.MAX_WAIT_MS / 1000),
  'gguf-output': seconds(llamaServer.OUTPUT_MS / 1000),
  'gguf-fault': minutes(FAULT_MS / 1000),
  'engine-models': count(MAX_SERVER_MODELS),
  'engine-model-reply': mib(MAX_MODEL_REPLY_BYTES),
  'log-held': mib(MAX_HELD_LOG_BYTES),
  'log-last': seconds(LAST_LOG_MS / 1000),
  'engine-answer': mib(MAX_ANSWER_BYTES),
  'answer-cut': mib(ANSWER_BYTES),
  'answer-text': characters(answerSize.MAX_ANSWER_CHARACTERS),
  'outside-json-depth': count(MAX_JSON_DEPTH),
  'outside-json-values': count(MAX_JSON_VALUES),
  'speech-text': characters(tts.MAX_SPEECH_CHARACTERS),
  'speech-body': mib(MAX_SPEECH_BODY_BYTES),
  'speech-speed': `${tts.MIN_SPEED} to ${tts.MAX_SPEED}`,
  'speech-turn': seconds(TURN_MS / 1000),
  'speech-requests': count(tts.SPEECH_ADMISSION.max),
  'speech-requests-owner': count(tts.SPEECH_ADMISSION.maxPerOwner),
  'speech-clip': `${CLIP_RETENTION_DAYS} days`,
  'sandbox-temporary': mib(sandboxCommand.TEMPORARY_BYTES),
  'sandbox-shared': mib(sandboxCommand.SHARED_MEMORY_BYTES),
  'sandbox-open-files': count(sandboxCommand.OPEN_FILES),
  'sandbox-depth': count(MAX_FOLDER_DEPTH),
  'sandbox-disk': mib(DISK_RESERVE_BYTES),
  'embedded-voice': seconds(embeddedVoice.EMBEDDED_VOICE_MS / 1000),
  'embedded-voice-idle': seconds(embeddedVoice.EMBEDDED_IDLE_MS / 1000),
  'embedded-voice-word': `${MAX_WORD_LETTERS} letters`,
  'engine-transcript': mib(MAX_TRANSCRIPT_BYTES),
  'speech-time': seconds(readSpeech.SPEECH_TIMEOUT_SECONDS),
  'speech-voices': count(MAX_SERVER_VOICES),
  'speech-sound': mib(readSpeech.MAX_SPEECH_BYTES),
  'speech-sound-time': seconds(readSpeech.MAX_SPEECH_SECONDS),
  'speech-sound-rate': `${count(readSpeech.MIN_SPEECH_RATE)} to ${count(readSpeech.MAX_SPEECH_RATE)}`,
  'short-answer': kib(MAX_SHORT_ANSWER_BYTES),
  'reader-wait': seconds(LIMITS.readerWaitMs / 1000),
  job: minutes(JOB_RETENTION_MS / 1000),
  'idempotency-key': counted(IDEMPOTENCY_MS / 3_600_000, 'hour'),
  'code-start': aMinute(code.START_LIMIT),
  'code-poll': aMinute(code.POLL_LIMIT),
  'canvas-start': aMinute(canvas.START_LIMIT),
  'canvas-poll': aMinute(canvas.POLL_LIMIT),
  'canvas-refresh': aMinute(canvas.REFRESH_LIMIT),
  'canvas-images': aMinute(canvas.IMAGE_LIMIT),
  'sign-in': aMinute(signIn.SIGN_IN_LIMIT),
  'key-sign-in': aMinute(signIn.KEY_LIMIT),
  'key-sign-in-total': aMinute(signIn.KEY_TOTAL_LIMIT),
  'browser-start': aMinute(signIn.BROWSER_CODE_LIMIT),
  'browser-verify-address': aMinute(signIn.VERIFY_LIMITS.browser.address),
  'browser-verify-account': aMinute(signIn.VERIFY_LIMITS.browser.account),
  join: aMinute(signIn.JOIN_LIMIT),
  'join-total': aMinute(signIn.JOIN_TOTAL_LIMIT),
  'code-verify-address': aMinute(signIn.VERIFY_LIMITS.code.address),
  'code-verify-account': aMinute(signIn.VERIFY_LIMITS.code.account),
  'canvas-verify-address': aMinute(signIn.VERIFY_LIMITS.canvas.address),
  'canvas-verify-account': aMinute(signIn.VERIFY_LIMITS.canvas.account),
  'wrong-codes': count(MAX_WRONG),
  'list-limit': `1 to ${MAX_LIST_ITEMS}`,
  'list-default': count(DEFAULT_LIST_ITEMS),
  'list-filter': characters(MAX_FILTER_CHARACTERS),
  'conversation-page': `1 to ${conversationReader.MAX_PAGE_MESSAGES}`,
  'conversation-page-text': mib(conversationReader.MAX_PAGE_TEXT_BYTES),
  'conversation-search-text': mib(conversationList.MAX_SEARCH_TEXT_BYTES),
  'list-bytes': mib(MAX_LISTED_BYTES),
  'pinned-conversations': count(conversationList.MAX_PINNED),
  'dashboard-days': `1 to ${MAX_DASHBOARD_DAYS}`,
  'dashboard-days-default': count(DEFAULT_DASHBOARD_DAYS),
  'usage-limit': count(MAX_USAGE_ITEMS),
  'usual-days': count(MAX_USUAL_DAYS),
  'body-memory': mib(BODY_MEMORY_BYTES),
  'body-time': seconds(LIMITS.bodyGraceMs / 1000),
  'body-rate': `${LIMITS.bodyBytesPerSecond / 1024} KiB a second`,
  'body-pause': seconds(LIMITS.bodyPauseMs / 1000),
  responses: days(RESPONSE_DAYS * DAY),
  'responses-owner': count(responses.MAX_RESPONSES_PER_OWNER),
  'responses-owner-bytes': mib(responses.MAX_RESPONSE_BYTES_PER_OWNER),
  'response-entry': mib(responses.MAX_STORED_RESPONSE_BYTES),
  'responses-continued': count(responses.MAX_CONTINUED_RESPONSES),
  'responses-continued-bytes': mib(responses.MAX_CONTINUED_BYTES),
  'history-unkept': counted(history.UNKEPT_HISTORY_DAYS, 'day'),
  'unfinished-upload': counted(uploads.UNFINISHED_UPLOAD_HOURS, 'hour'),
  'finished-upload': days(uploads.FINISHED_UPLOAD_HOURS * 60 * MINUTE),
  'unfinished-uploads': count(uploads.MAX_UNFINISHED_UPLOADS),
  'disk-reserve': mib(RESERVE_BYTES),
  'answer-kept': seconds(KEEP_MS / 1000),
  keepalive: seconds(LIMITS.keepaliveMs / 1000),
  'idle-frame': seconds((IDLE_FRAME_TICKS * LIMITS.keepaliveMs) / 1000),
  'idle-connection': seconds(LIMITS.idleSeconds),
  linger: seconds(LIMITS.lingerSeconds),
  'stop-work': seconds(LIMITS.stopGraceMs / 1000),
  'stop-sending': seconds(LIMITS.stopSendingMs / 1000),
  'schema-check': seconds(schemaChecker.DEADLINE_MS / 1000),
  'schema-check-wait': seconds(schemaChecker.WALL_DEADLINE_MS / 1000),
  'schema-threads': count(schemaChecker.SCHEMA_THREADS),
  'slow-schema': minutes(SLOW_SCHEMA_MINUTES * MINUTE),
  'slow-schemas': count(MAX_SLOW_SCHEMAS),
  'doctor-check': seconds(CHECK_TIMEOUT_MS / 1000),
  preflight: seconds(PREFLIGHT_SECONDS),
  'file-check': minutes(FILE_CHECK_MS / 1000),
  'leftover-check': minutes(LEFTOVER_CHECK_MS / 1000),
  's3-part': mib(S3_PART_BYTES),
  's3-parts-at-once': count(S3_PARTS_AT_ONCE),
  's3-answer': seconds(S3_LIMITS.s3AnswerMs / 1000),
  's3-document': mib(MAX_S3_DOCUMENT_BYTES),
  's3-part-time': seconds(S3_LIMITS.s3PartMs / 1000),
  's3-stall': seconds(S3_LIMITS.s3StallMs / 1000),
  's3-retries': count(S3_LIMITS.s3RetryMs.length),
  's3-unfinished': minutes(S3_UNFINISHED_MS / 1000),
  'request-retention': days(REQUEST_RETENTION_MS / 1000),
  'request-count': count(MAX_REQUESTS),
  'usage-retention': days(USAGE_DAYS * DAY),
  'audit-retention': days(AUDIT_DAYS * DAY),
  'device-retention': days(ENDED_DEVICE_DAYS * DAY),
  'retention-delay': minutes(LIMITS.retentionDelayMs / 1000),
  'retention-interval': minutes(LIMITS.retentionIntervalMs / 1000),
  'retention-rows': count(RETENTION_ROWS.max),
  'alert-retention': days(ALERT_RETENTION_MS / 1000),
  'alert-count': count(MAX_KEPT),
  'backup-delay': minutes(LIMITS.backupDelayMs / 1000),
  'backup-retry': minutes(BACKUP_RETRY_MS / 1000),
  'backup-stale': days(BACKUP_STALE_MS / 1000),
  'backup-reader': minutes(LIMITS.backupStallMs / 1000),
  'backup-wal': mib(MAX_WAL_BYTES),
  'backup-free': mib(MIN_FREE_BYTES),
  'backup-upgrades': count(MAX_UPGRADE_COPIES),
  session: days(SESSION_SECONDS),
  'primary-session': `${PRIMARY_SESSION_MS / (60 * MINUTE * 1000)} hours`,
  'sign-in-attempt': minutes(ATTEMPT_SECONDS),
  invitation: `${invites.MIN_LIFETIME_MS / (60 * MINUTE * 1000)} hour to ${days(invites.MAX_LIFETIME_MS / 1000)}`,
  'invitation-default': days(invites.DEFAULT_LIFETIME_MS / 1000),
  'invitation-uses': count(invites.MAX_USES),
  invitations: count(invites.MAX_LIVE),
  'local-name': characters(MAX_LOCAL_NAME_CHARACTERS),
  identities: count(MAX_IDENTITIES),
  'budget-alerts': `${TOLD_PERCENTS.join(', ')} percent`,
  'own-keys': count(MAX_OWN_KEYS),
  passkeys: count(MAX_PASSKEYS),
  'passkey-challenge': minutes(CHALLENGE_SECONDS),
  'sign-in-link': minutes(invites.LINK_LIFETIME_MS / 1000),
  'device-code': minutes(deviceFlow.LIFETIME_MS / 1000),
  'poll-interval': seconds(deviceFlow.INTERVAL_MS / 1000),
  'slow-down': seconds(deviceFlow.SLOWER_MS / 1000),
  'poll-interval-max': seconds(deviceFlow.MAX_INTERVAL_MS / 1000),
  'code-credential': days(CODE_LIFETIME_MS / 1000),
  'refresh-token': days(REFRESH_LIFETIME_MS / 1000),
  'access-token': seconds(ACCESS_SECONDS),
  'access-token-ahead': seconds(MAX_ISSUED_AHEAD_SECONDS),
  ...Object.fromEntries(
    Object.entries(CREDIT_COSTS).map(([action, cost]) => [
      `credit-${action.replaceAll('_', '-')}`,
      counted(cost, 'credit'),
    ]),
  ),
  'credit-worker': counted(WORKERS.credits, 'credit'),
  'node-width': count(QUEUE.width),
  'node-beat': seconds(BEAT_MS / 1000),
  'node-change': `${CHANGE_CHECK_MS} ms`,
  'node-lost': seconds(LOST_MS / 1000),
  'node-start': seconds(FIRST_NODE_MS / 1000),
  'node-clock': seconds(MAX_CLOCK_DIFFERENCE_MS / 1000),
  'node-call': mib(MAX_BLOB_BYTES),
  'node-unread': mib(MAX_UNREAD_CHARACTERS),
  'worker-jobs': count(WORKERS.jobs_per_day),
  'worker-attempts': count(WORKERS.attempts_per_day),
  'worker-attempts-max': count(MAX_ATTEMPTS_PER_DAY),
  'worker-alerts': `${ALERT_PERCENTS.join(', ')} percent`,
  'worker-time': seconds(WORKERS.timeout_seconds),
  'worker-time-max': seconds(profileFile.MAX_WORKER_SECONDS),
  'worker-retry': `${LIMITS.workerRetryMs.map((ms) => ms / 1000).join(', ')} seconds`,
  'worker-unexplained': count(workerWait.MAX_UNEXPLAINED_FAILURES),
  'worker-steps': count(profileFile.DEFAULT_PROFILE_STEPS),
  'worker-steps-max': count(profileFile.MAX_PROFILE_STEPS),
  'worker-list': count(MAX_ADMIN_WORKER_ITEMS),
  'worker-list-steps': count(MAX_LISTED_STEPS),
  'worker-profiles': count(MAX_OWN_PROFILES),
  'worker-profile': kib(profileFile.MAX_PROFILE_BYTES),
  'worker-lane': count(WORKER_LANE_WIDTH),
  'worker-body': kib(MAX_WORKER_BYTES),
  'worker-brief': characters(MAX_BRIEF_CHARACTERS),
  'worker-page-images': count(workerInputs.MAX_WORKER_PAGE_IMAGES),
  'worker-images-bytes': megabytes(workerInputs.MAX_WORKER_IMAGE_BYTES),
  'worker-text': `${workerInputs.MAX_WORKER_TEXT_BYTES / 1000} KB`,
  'worker-characters': characters(workerLoop.MAX_JOB_CHARACTERS),
  'worker-conversation': characters(workerLoop.MAX_CONVERSATION_CHARACTERS),
  'worker-calls': count(MAX_CALLS),
  'worker-result': characters(workerLoop.MAX_RESULT_CHARACTERS),
  'worker-step-results': characters(workerLoop.MAX_STEP_RESULT_CHARACTERS),
  'worker-log': mib(workerRun.MAX_LOG_BYTES),
  'worker-answer': characters(MAX_ANSWER_CHARACTERS),
  'worker-artifacts': count(workerArtifact.MAX_ARTIFACTS),
  'worker-artifact': megabytes(workerArtifact.MAX_ARTIFACT_BYTES),
  'worker-artifact-text': characters(workerArtifact.MAX_ARTIFACT_CHARACTERS),
  'worker-files': count(MAX_JOB_FILES),
  'worker-read': mib(workerRead.MAX_TEXT_BYTES),
  'worker-read-lines': count(workerRead.MAX_LINES),
  'worker-find': mib(workerFind.MAX_SEARCHED_BYTES),
  'worker-find-file': mib(workerFind.MAX_SEARCHED_FILE_BYTES),
  'worker-find-lines': count(MAX_MATCHES),
  'worker-find-time': seconds(workerFind.SEARCH_MS / 1000),
  'worker-command': seconds(workerRun.COMMAND_SECONDS),
  'worker-command-max': seconds(workerRun.MAX_COMMAND_SECONDS),
  'worker-memory': mib(workerRun.COMMAND_MEMORY_BYTES),
  'worker-processes': count(workerRun.COMMAND_PROCESSES),
  'worker-disk': mib(workerRun.COMMAND_DISK_BYTES),
  'worker-disk-files': count(workerRun.COMMAND_FILES),
  'worker-printed': mib(workerRun.MAX_PRINTED_BYTES),
  'worker-page': seconds(WORKER_PAGE_MS / 1000),
  'worker-links': count(MAX_FOLLOWED_LINKS),
  'worker-links-host': count(LINKS_PER_HOST),
  'worker-addresses': count(MAX_SEEN),
  'worker-query': characters(MAX_QUERY_CHARACTERS),
  'worker-hits': count(MAX_SEARCH_HITS),
  'worker-search': seconds(SEARCH_MS / 1000),
  'credit-minimum': counted(MIN_CREDITS, 'credit'),
  'credit-usd': `${USD_PER_CREDIT} USD`,
}

/** Numbers within sentences, each in the place of `{}`. */
const SENTENCES: Record<string, string> = {
  'Stored files of at most {} that were read last': kib(MAX_HELD_FILE_BYTES),
  'A silence, below −{} dB,': count(-MAX_SILENCE_DB),
  'is decoded to {} kHz, mono,': count(SPEECH_SAMPLE_RATE / 1000),
  'answer is 429 with `Retry-After: {}`,': count(admission.RETRY_AFTER_SECONDS),
  'a good check every {} ends one': minutes(PROBE_INTERVAL_MS / 1000),
  'calls of one answer, {} more for each piece': count(answerSize.EVENT_CHARACTERS),
  'a line break every {} keeps it alive': seconds(LIMITS.keepaliveMs / 1000),
  'with its price; at least {}, and': counted(MIN_CREDITS, 'credit'),
  'half of one counts, {} at least': counted(MIN_CREDITS, 'credit'),
}

/**
 * The page with the numbers of the code; its words stay as they are.
 *
 * @throws {Error} when a row has no value here, a value no row, or a sentence is not there once
 */
export function limitsPage(text: string): string {
  const unused = new Set(Object.keys(VALUES))
  const page = text.replace(/^\|(?! Key |---).*$/gm, (row) => {
    const [, start, key = ''] = /^(\| `([\w-]+)` \| [^|]+ \|)[^|]*\|$/.exec(row) ?? []
    if (!unused.delete(key)) throw new Error(`No value is left for the row ${row}`)
    return `${start} ${VALUES[key]} |`
  })
  if (unused.size > 0) throw new Error(`No row has the value of ${[...unused].join(', ')}`)
  return Object.entries(SENTENCES).reduce(fillSentence, page)
}

function fillSentence(page: string, [sentence, value]: [string, string]): string {
  const [before = '', after = ''] = sentence.split('{}').map((part) => RegExp.escape(part))
  const found = [...page.matchAll(new RegExp(`(?<=${before})[^|\\n]*?(?=${after})`, 'g'))]
  const [number] = found
  if (number === undefined || found.length > 1) throw new Error(`Not there once: ${sentence}`)
  return page.slice(0, number.index) + value + page.slice(number.index + number[0].length)
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}

function counted(value: number, unit: string): string {
  return `${count(value)} ${unit}${value === 1 ? '' : 's'}`
}

function kib(bytes: number): string {
  return `${bytes / 1024} KiB`
}

function mib(bytes: number): string {
  return `${bytes / 1024 ** 2} MiB`
}

function megabytes(bytes: number): string {
  return `${bytes / 1_000_000} MB`
}

function characters(value: number): string {
  return `${count(value)} characters`
}

function aMinute({ perMinute }: { perMinute: number }): string {
  return `${perMinute} a minute`
}

function seconds(value: number): string {
  return counted(value, 'second')
}

function minutes(value: number): string {
  return counted(value / MINUTE, 'minute')
}

function days(value: number): string {
  return counted(value / DAY, 'day')
}

if (import.meta.main) {
  await Bun.write(LIMITS_PAGE, limitsPage(await Bun.file(LIMITS_PAGE).text()))
}
