import type { PageEntry } from '../ui/page.ts'
import { m } from './messages/en.ts'

/** The pages of the admin area, in the order of the rail. */
export const PAGES = [
  {
    paths: ['/admin/overview', '/admin/'],
    label: m.overview,
    icon: 'overview',
    isTab: true,
  },
  {
    paths: ['/admin/queue'],
    label: m.queue,
    icon: 'queue',
  },
  {
    paths: ['/admin/workers'],
    label: m.workers,
    icon: 'worker',
  },
  {
    paths: ['/admin/engines'],
    label: m.engines,
    icon: 'engine',
    isTab: true,
  },
  {
    paths: ['/admin/worker-nodes'],
    label: m.machines,
    icon: 'node',
  },
  {
    paths: ['/admin/people', '/admin/people/:id', '/admin/invite'],
    label: m.people,
    icon: 'me',
    isTab: true,
  },
  {
    paths: ['/admin/keys', '/admin/keys/:id'],
    label: m.keys,
    icon: 'key',
  },
  {
    paths: ['/admin/usage'],
    label: m.usage,
    icon: 'usage',
  },
  {
    paths: ['/admin/requests'],
    label: m.requests,
    icon: 'requests',
  },
  {
    paths: ['/admin/alerts'],
    label: m.alerts,
    icon: 'bell',
    isTab: true,
  },
  {
    paths: ['/admin/audit'],
    label: m.audit,
    icon: 'audit',
  },
  {
    paths: ['/admin/devices'],
    label: m.devices,
    icon: 'device',
  },
  {
    paths: ['/admin/brands', '/admin/brands/:id', '/admin/new-brand'],
    label: m.brands,
    icon: 'brand',
  },
  {
    paths: ['/admin/skills', '/admin/skills/:name', '/admin/new-skill'],
    label: m.skills,
    icon: 'skill',
  },
  {
    paths: ['/admin/system'],
    label: m.system,
    icon: 'system',
  },
] as const satisfies readonly PageEntry[]
