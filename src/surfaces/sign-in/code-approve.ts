import { type ApproveServices, approveRoutes } from './approve.ts'

/** /code/approve: approves the machines of code assistants. */
export function codeApproveRoutes(services: ApproveServices) {
  return approveRoutes(services, {
    surface: 'code',
    path: '/code/approve',
    texts: {
      title: 'Connect a code assistant',
      device: 'your terminal or editor',
      permission: 'use the models of this house in your name, for 90 days after its last check-in',
    },
    tags: ['Code assistants'],
  })
}
