/** What was done, as the middle of "Ann … kitchen". */
const ACTIONS: Readonly<Record<string, string>> = {
  'key.create': 'made the key',
  'key.change': 'changed the key',
  'key.revoke': 'revoked the key',
  'key.access': 'changed what a key may do:',
  'user.change': 'changed the person',
  'user.export': 'made an archive of their own data:',
  'device.approve': 'approved a device of',
  'device.deny': 'turned away a device of',
  'device.revoke': 'revoked the device',
  'account.clear': 'used again the account',
  'account.disable': 'switched off the account',
  'account.enable': 'switched on the account',
  'alert.acknowledge': 'has seen the alert',
  'backup.create': 'made the backup',
  'backup.download': 'downloaded the backup',
  'backup.open': 'looked into the backup',
  'backup.restore': 'put back from a backup',
  'backup.drill': 'restored for a test the backup',
  'brand.put': 'saved the brand',
  'brand.delete': 'deleted the brand',
  'session.start': 'signed in as',
  'session.end': 'signed out',
  'session.end_all': 'ended all sessions of',
  'run.cancel': 'cancelled the request',
  'skill.put': 'saved the skill',
  'skill.delete': 'deleted the skill',
  'worker_node.forget': 'forgot the worker node',
}

/** Kinds of things that are changed, as the filter lists them. */
export const AREAS: readonly (readonly [prefix: string, label: string])[] = [
  ['key', 'Keys'],
  ['user', 'People'],
  ['session', 'Sign-ins'],
  ['device', 'Devices'],
  ['account', 'Engines'],
  ['worker_node', 'Machines'],
  ['alert', 'Alerts'],
  ['skill', 'Skills'],
  ['brand', 'Brands'],
  ['backup', 'Backups'],
]

/** An action in words; one that is not known by its parts. */
export function actionText(action: string): string {
  const known = ACTIONS[action]
  if (known !== undefined) return known
  const [area = '', ...verb] = action.split('.')
  return verb.length === 0 ? area : `${verb.join(' ').replaceAll('_', ' ')}, ${area}`
}
