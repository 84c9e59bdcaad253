/** Names of the pages of the admin area, for the palette of the workspace. */
export type Messages = typeof m

export const m = {
  overview: 'Overview',
  queue: 'Queue',
  workers: 'Workers',
  engines: 'Engines',
  machines: 'Machines',
  people: 'People',
  keys: 'Keys',
  usage: 'Usage',
  requests: 'Requests',
  alerts: 'Alerts',
  audit: 'Audit',
  devices: 'Devices',
  brands: 'Brands',
  skills: 'Skills',
  system: 'System',
}
