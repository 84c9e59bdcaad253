import type { PageEntry } from '../ui/page.ts'

/** The pages of the admin area, in the order of the rail. */
export const PAGES: readonly PageEntry[] = [
  {
    paths: ['/admin/overview', '/admin/'],
    label: 'Overview',
    icon: 'overview',
    isTab: true,
    load: () => import('./overview/page.tsx'),
  },
  {
    paths: ['/admin/queue'],
    label: 'Queue',
    icon: 'queue',
    load: () => import('./queue/page.tsx'),
  },
  {
    paths: ['/admin/workers'],
    label: 'Workers',
    icon: 'worker',
    load: () => import('./workers/page.tsx'),
  },
  {
    paths: ['/admin/engines'],
    label: 'Engines',
    icon: 'engine',
    isTab: true,
    load: () => import('./engines/page.tsx'),
  },
  {
    paths: ['/admin/worker-nodes'],
    label: 'Worker nodes',
    icon: 'node',
    load: () => import('./worker-nodes/page.tsx'),
  },
  {
    paths: ['/admin/people', '/admin/people/:id', '/admin/invite'],
    label: 'People',
    icon: 'me',
    isTab: true,
    load: () => import('./people/page.tsx'),
  },
  {
    paths: ['/admin/keys', '/admin/keys/:id'],
    label: 'Keys',
    icon: 'key',
    load: () => import('./keys/page.tsx'),
  },
  {
    paths: ['/admin/usage'],
    label: 'Usage',
    icon: 'usage',
    load: () => import('./usage/page.tsx'),
  },
  {
    paths: ['/admin/requests'],
    label: 'Requests',
    icon: 'requests',
    load: () => import('./requests/page.tsx'),
  },
  {
    paths: ['/admin/alerts'],
    label: 'Alerts',
    icon: 'bell',
    isTab: true,
    load: () => import('./alerts/page.tsx'),
  },
  {
    paths: ['/admin/audit'],
    label: 'Audit',
    icon: 'audit',
    load: () => import('./audit/page.tsx'),
  },
  {
    paths: ['/admin/devices'],
    label: 'Devices',
    icon: 'device',
    load: () => import('./devices/page.tsx'),
  },
  {
    paths: ['/admin/brands', '/admin/brands/:id', '/admin/new-brand'],
    label: 'Brands',
    icon: 'brand',
    load: () => import('./brands/page.tsx'),
  },
  {
    paths: ['/admin/skills', '/admin/skills/:name', '/admin/new-skill'],
    label: 'Skills',
    icon: 'skill',
    load: () => import('./skills/page.tsx'),
  },
  {
    paths: ['/admin/system'],
    label: 'System',
    icon: 'system',
    load: () => import('./system/page.tsx'),
  },
]
