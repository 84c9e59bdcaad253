/** Why there is no sandbox, and what the owner can do, by code; `said` are words of a program. */
export const SANDBOX_TEXTS = {
  sandbox_linux: 'A sandbox can be made on Linux only',
  sandbox_use_linux: 'Run Hearth on Linux for worker jobs; all else works here',
  sandbox_no_users: 'Root of this container has no user ids that it could run commands as',
  sandbox_use_user: 'Run Hearth as another user than root',
  sandbox_leaks: 'The sandbox is not tight: {said}',
  sandbox_report: 'Report this to the makers of Hearth, with the versions of Linux and bubblewrap',
  sandbox_not_tried: 'The sandbox cannot be tried: {said}',
  sandbox_disk: 'See TMPDIR and the disk',
  sandbox_missing: '{command} is not installed',
  sandbox_install: '{command}',
  sandbox_processor: 'System calls cannot be filtered on this processor ({processor})',
  sandbox_processors: 'Worker jobs need an x86-64 or arm64 processor',
  sandbox_old: 'bubblewrap is too old: it does not know {option}',
  sandbox_newer: 'Install bubblewrap 0.6.1 or later, and name it as programs.bwrap',
  sandbox_apparmor:
    'AppArmor keeps bubblewrap from making user namespaces, as Ubuntu 24.04 and later set it ({said})',
  sandbox_profile:
    'Allow it for bubblewrap: as root, write {profile} to /etc/apparmor.d/bwrap and run: apparmor_parser -r /etc/apparmor.d/bwrap',
  sandbox_root_only: 'The kernel keeps users other than root from making user namespaces ({said})',
  sandbox_no_namespaces: 'The kernel allows no user namespaces ({said})',
  sandbox_as_root: 'As root: {command}',
  sandbox_container: 'This container may not make namespaces, which a sandbox is made of ({said})',
  sandbox_outside:
    'Run Hearth outside of a container, as with: npm run setup. Options that allow a container to make them ({options}) weaken the container itself',
  sandbox_failed: 'bubblewrap cannot make a sandbox here: {said}',
  sandbox_try: 'Try it as the user of Hearth: {command}',
  sandbox_silent: 'it ended without a word',
} as const satisfies Record<string, string>
