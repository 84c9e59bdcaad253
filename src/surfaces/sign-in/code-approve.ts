import { type ApproveServices, approveRoutes } from './approve.ts'

/** /code/approve: approves the machines of code assistants. */
export function codeApproveRoutes(services: ApproveServices) {
  return approveRoutes(services, {
    surface: 'code',
    path: '/code/approve',
    words: {
      title: 'Connect a code assistant',
      shownBy: 'your terminal or editor',
      may: 'use the models of this house in your name, for 90 days after its last check-in',
      backTo: 'your terminal or editor',
    },
    tags: ['Code assistants'],
  })
}
