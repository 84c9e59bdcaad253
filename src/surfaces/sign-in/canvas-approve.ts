import {
  type ApproveOptions,
  type ApproveServices,
  approve,
  approveDetail,
  approveRoutes,
} from './approve.ts'
import { VERIFY_LIMITS } from './schema.ts'

const TAGS = ['Canvas']
const CANVAS: ApproveOptions = {
  surface: 'canvas',
  path: '/canvas/approve',
  texts: {
    title: 'Connect the canvas app',
    device: 'the canvas app',
    permission: 'use the canvas of this house in your name, until it has not been used for 30 days',
  },
  tags: TAGS,
}

/** /canvas/approve, and the same for scripts: approves canvas apps. */
export function canvasApproveRoutes(services: ApproveServices) {
  return approveRoutes(services, CANVAS).post(
    '/api/canvas/device/verify',
    ({ request, user, set }) => approve(services, CANVAS, request, user, set),
    {
      sensitive: true,
      requireSession: true,
      limited: VERIFY_LIMITS.canvas.address,
      parse: 'none',
      detail: approveDetail(TAGS),
    },
  )
}
