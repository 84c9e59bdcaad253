import { type AnyElysia, Elysia } from 'elysia'
import { adminRoutes } from './features/admin/routes.ts'
import { agentRoutes } from './features/agent-tasks/routes.ts'
import { adminBrandRoutes, brandRoutes } from './features/brands/routes.ts'
import { canvasRoutes } from './features/canvas/routes.ts'
import { codeChatRoutes } from './features/chat/http/code.ts'
import { completionRoutes } from './features/chat/http/completions/routes.ts'
import { codeMessagesRoutes, messagesRoutes } from './features/chat/http/messages/routes.ts'
import { ollamaRoutes } from './features/chat/http/ollama/routes.ts'
import { codeResponsesRoutes, responsesRoutes } from './features/chat/http/responses/routes.ts'
import { chatRoutes } from './features/chat/http/routes.ts'
import { codeRoutes } from './features/code-devices/routes.ts'
import { conversationAttachmentRoutes } from './features/conversations/attachment-routes.ts'
import { conversationEventRoutes } from './features/conversations/event-routes.ts'
import { conversationExportRoutes } from './features/conversations/export-routes.ts'
import { conversationMessageRoutes } from './features/conversations/message-routes.ts'
import { conversationRoutes } from './features/conversations/routes.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { docsRoutes } from './features/docs/routes.ts'
import { linkRoutes } from './features/files/link-routes.ts'
import { fileRoutes } from './features/files/routes.ts'
import { uploadRoutes } from './features/files/uploads/routes.ts'
import { generateRoutes } from './features/generate/routes.ts'
import { historyRoutes } from './features/history/routes.ts'
import { imageRoutes } from './features/images/routes.ts'
import { jobListRoutes } from './features/jobs/routes.ts'
import { meRoutes } from './features/me/routes.ts'
import { canvasApproveRoutes, codeApproveRoutes } from './features/sign-in/approve-routes.ts'
import { homeRoutes } from './features/sign-in/home-routes.ts'
import { signInRoutes } from './features/sign-in/login-routes.ts'
import { adminSkillRoutes, skillRoutes } from './features/skills/routes.ts'
import { openAiSpeechRoutes } from './features/speech/openai-routes.ts'
import { clipLinkRoutes, speechRoutes } from './features/speech/routes.ts'
import { subtitleRoutes } from './features/subtitles/routes.ts'
import { subtitleJobs } from './features/subtitles/view.ts'
import { clientRoutes } from './features/system/client-routes.ts'
import { systemRoutes } from './features/system/routes.ts'
import { mediaJobRoutes } from './features/transcription/job-routes.ts'
import { audioRoutes } from './features/transcription/openai-routes.ts'
import { transcriptRoutes } from './features/transcription/routes.ts'
import { videoTranscriptRoutes } from './features/transcription/video-routes.ts'
import { videoJobs } from './features/transcription/video-view.ts'
import { transcriptJobs } from './features/transcription/view.ts'
import { videoRoutes } from './features/video/routes.ts'
import { webAppRoutes } from './features/web-app/routes.ts'
import { webRoutes } from './features/web-pages/routes.ts'
import { adminWorkerRoutes } from './features/workers/admin-routes.ts'
import { workerOfferRoutes } from './features/workers/offer-routes.ts'
import { workerRoutes } from './features/workers/routes.ts'
import { errors } from './http/reply/errors.ts'
import { cors } from './http/server/cors.ts'
import { RouteTable } from './http/server/route-table.ts'
import type { Services } from './services.ts'

/**
 * Creates the app with all routes. The services are its only input. Its type does not list the
 * routes: they are too many for the compiler.
 */
export function createApp(services: Services): AnyElysia {
  const routes = new RouteTable()
  // With `standardHostname` the router assumes a minimum length of the host, so that a short Host
  // gives a wrong path: https://github.com/elysiajs/elysia/issues/748
  const app = new Elysia({ handler: { standardHostname: false } })
    .use(errors({ log: services.log, routes }))
    .use(cors(services.config.cors_origins))
    .use(systemRoutes(services))
    .use(docsRoutes(services, routes))
    .use(clientRoutes(services))
    .use(signInRoutes(services))
    .use(homeRoutes(services))
    .use(webAppRoutes(services))
    .use(codeApproveRoutes(services))
    .use(canvasApproveRoutes(services))
    .use(codeRoutes(services))
    .use(codeChatRoutes(services, services.definitions.code))
    .use(codeMessagesRoutes(services, services.definitions.code))
    .use(canvasRoutes(services))
    .use(chatRoutes(services, services.definitions.chat))
    .use(messagesRoutes(services, services.definitions.chat))
    .use(responsesRoutes(services, services.definitions.chat))
    .use(codeResponsesRoutes(services, services.definitions.code))
    .use(completionRoutes(services, services.definitions.chat))
    .use(ollamaRoutes(services, services.definitions.chat))
    .use(generateRoutes(services, services.definitions.generate))
    .use(agentRoutes(services, services.definitions.agent))
    .use(workerOfferRoutes(services))
    .use(workerRoutes(services, services.definitions.worker))
    .use(conversationRoutes(services))
    .use(conversationMessageRoutes(services))
    .use(conversationEventRoutes(services))
    .use(conversationExportRoutes(services))
    .use(conversationAttachmentRoutes(services))
    .use(speechRoutes(services, services.speech.task))
    .use(openAiSpeechRoutes(services, services.speech.task))
    .use(clipLinkRoutes(services))
    .use(fileRoutes(services))
    .use(linkRoutes(services))
    .use(historyRoutes(services))
    .use(jobListRoutes(services))
    .use(transcriptRoutes(services, services.definitions.transcribe))
    .use(audioRoutes(services, services.definitions.transcribe))
    .use(videoTranscriptRoutes(services, services.definitions))
    .use(webRoutes(services, services.definitions.webScrape))
    .use(videoRoutes(services, services.definitions))
    .use(subtitleRoutes(services, services.definitions))
    .use(
      mediaJobRoutes(services, [
        transcriptJobs(services.definitions.transcribe),
        ...videoJobs(services.definitions),
        ...subtitleJobs(services.definitions),
      ]),
    )
    .use(meRoutes(services))
    .use(dashboardRoutes(services))
    .use(imageRoutes(services.guards))
    .use(skillRoutes(services))
    .use(brandRoutes(services))
    .use(adminBrandRoutes(services))
    .use(uploadRoutes(services))
    .use(adminSkillRoutes(services))
    .use(adminWorkerRoutes(services, services.definitions.worker))
    .use(adminRoutes(services))
  routes.fill(app.routes)
  return app
}
