import { documented } from '../kit/openapi.ts'
import { type ApproveOptions, type ApproveServices, approve, approveRoutes } from './approve.ts'
import { ApproveBody, VERIFY_ADDRESS_LIMIT } from './schema.ts'

const TAGS = ['Canvas']
const CANVAS: ApproveOptions = {
  surface: 'canvas',
  path: '/canvas/approve',
  words: {
    title: 'Connect the canvas app',
    shownBy: 'the canvas app',
    may: 'use the canvas of this house in your name, until it has not been used for 30 days',
    backTo: 'the canvas app',
  },
  tags: TAGS,
}

/** /canvas/approve, and the same for a script of ours: lets a canvas app in. */
export function canvasApproveRoutes(services: ApproveServices) {
  return approveRoutes(services, CANVAS).post(
    '/api/canvas/device/verify',
    ({ request, user, set }) => approve(services, CANVAS, request, user, set),
    {
      sensitive: true,
      requireSession: true,
      limited: VERIFY_ADDRESS_LIMIT,
      parse: 'none',
      detail: documented({
        summary: 'Look a waiting app up by its code; with a decision, let it in or not',
        description: 'Form or JSON, from a signed-in browser.',
        tags: TAGS,
        body: ApproveBody,
      }),
    },
  )
}
