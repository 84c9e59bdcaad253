import type { PageEntry } from '../ui/page.ts'

/** The pages of the admin area, in the order of the rail. */
export const PAGES = [
  {
    paths: ['/admin/overview', '/admin/'],
    label: 'Overview',
    icon: 'overview',
    isTab: true,
  },
  {
    paths: ['/admin/queue'],
    label: 'Queue',
    icon: 'queue',
  },
  {
    paths: ['/admin/workers'],
    label: 'Workers',
    icon: 'worker',
  },
  {
    paths: ['/admin/engines'],
    label: 'Engines',
    icon: 'engine',
    isTab: true,
  },
  {
    paths: ['/admin/worker-nodes'],
    label: 'Machines',
    icon: 'node',
  },
  {
    paths: ['/admin/people', '/admin/people/:id', '/admin/invite'],
    label: 'People',
    icon: 'me',
    isTab: true,
  },
  {
    paths: ['/admin/keys', '/admin/keys/:id'],
    label: 'Keys',
    icon: 'key',
  },
  {
    paths: ['/admin/usage'],
    label: 'Usage',
    icon: 'usage',
  },
  {
    paths: ['/admin/requests'],
    label: 'Requests',
    icon: 'requests',
  },
  {
    paths: ['/admin/alerts'],
    label: 'Alerts',
    icon: 'bell',
    isTab: true,
  },
  {
    paths: ['/admin/audit'],
    label: 'Audit',
    icon: 'audit',
  },
  {
    paths: ['/admin/devices'],
    label: 'Devices',
    icon: 'device',
  },
  {
    paths: ['/admin/brands', '/admin/brands/:id', '/admin/new-brand'],
    label: 'Brands',
    icon: 'brand',
  },
  {
    paths: ['/admin/skills', '/admin/skills/:name', '/admin/new-skill'],
    label: 'Skills',
    icon: 'skill',
  },
  {
    paths: ['/admin/system'],
    label: 'System',
    icon: 'system',
  },
] as const satisfies readonly PageEntry[]
