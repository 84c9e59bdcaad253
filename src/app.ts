import { type AnyElysia, Elysia } from 'elysia'
import { errors } from './http/reply/errors.ts'
import { cors } from './http/server/cors.ts'
import { RouteTable } from './http/server/route-table.ts'
import type { Services } from './services.ts'
import { adminRoutes } from './surfaces/admin/routes.ts'
import { agentRoutes } from './surfaces/agent/routes.ts'
import { adminBrandRoutes, brandRoutes } from './surfaces/brands/routes.ts'
import { canvasRoutes } from './surfaces/canvas/routes.ts'
import { codeChatRoutes } from './surfaces/chat/code.ts'
import { completionRoutes } from './surfaces/chat/completions/routes.ts'
import { codeMessagesRoutes, messagesRoutes } from './surfaces/chat/messages/routes.ts'
import { ollamaRoutes } from './surfaces/chat/ollama/routes.ts'
import { codeResponsesRoutes, responsesRoutes } from './surfaces/chat/responses/routes.ts'
import { chatRoutes } from './surfaces/chat/routes.ts'
import { codeRoutes } from './surfaces/code/routes.ts'
import { conversationAttachmentRoutes } from './surfaces/conversations/attachment-routes.ts'
import { conversationEventRoutes } from './surfaces/conversations/event-routes.ts'
import { conversationExportRoutes } from './surfaces/conversations/export-routes.ts'
import { conversationMessageRoutes } from './surfaces/conversations/message-routes.ts'
import { conversationRoutes } from './surfaces/conversations/routes.ts'
import { dashboardRoutes } from './surfaces/dashboard/routes.ts'
import { linkRoutes } from './surfaces/files/links.ts'
import { fileRoutes } from './surfaces/files/routes.ts'
import { generateRoutes } from './surfaces/generate/routes.ts'
import { historyRoutes } from './surfaces/history/routes.ts'
import { imageRoutes } from './surfaces/image/routes.ts'
import { jobListRoutes } from './surfaces/jobs/routes.ts'
import { meRoutes } from './surfaces/me/routes.ts'
import { canvasApproveRoutes } from './surfaces/sign-in/canvas-approve.ts'
import { codeApproveRoutes } from './surfaces/sign-in/code-approve.ts'
import { homeRoutes } from './surfaces/sign-in/home.ts'
import { signInRoutes } from './surfaces/sign-in/login.ts'
import { adminSkillRoutes } from './surfaces/skills/admin.ts'
import { skillRoutes } from './surfaces/skills/routes.ts'
import { clipLinkRoutes } from './surfaces/speech/clip-links.ts'
import { openAiSpeechRoutes } from './surfaces/speech/openai.ts'
import { speechRoutes } from './surfaces/speech/routes.ts'
import { subtitleRoutes } from './surfaces/subtitles/routes.ts'
import { subtitleJobs } from './surfaces/subtitles/view.ts'
import { clientRoutes } from './surfaces/system/client.ts'
import { docsRoutes } from './surfaces/system/docs.ts'
import { systemRoutes } from './surfaces/system/routes.ts'
import { mediaJobRoutes } from './surfaces/transcripts/job-routes.ts'
import { audioRoutes } from './surfaces/transcripts/openai.ts'
import { transcriptRoutes } from './surfaces/transcripts/routes.ts'
import { videoTranscriptRoutes } from './surfaces/transcripts/video-routes.ts'
import { videoJobs } from './surfaces/transcripts/video-view.ts'
import { transcriptJobs } from './surfaces/transcripts/view.ts'
import { uploadRoutes } from './surfaces/uploads/routes.ts'
import { videoRoutes } from './surfaces/video/routes.ts'
import { webRoutes } from './surfaces/web/routes.ts'
import { webAppRoutes } from './surfaces/web-app/routes.ts'
import { adminWorkerRoutes } from './surfaces/worker/admin.ts'
import { workerOfferRoutes } from './surfaces/worker/offer.ts'
import { workerRoutes } from './surfaces/worker/routes.ts'

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
