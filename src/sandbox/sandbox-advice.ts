import { existsSync, readFileSync } from 'node:fs'

/** Why there is no sandbox, and what the owner can do. */
export interface Advice {
  reason: string
  fix: string
}

const INSTALL: Readonly<Record<'bwrap' | 'prlimit' | 'setpriv', string>> = {
  bwrap: 'apt install bubblewrap (Debian, Ubuntu), dnf install bubblewrap (Fedora)',
  prlimit: 'apt install util-linux',
  setpriv: 'apt install util-linux',
}

/** Settings of the kernel that forbid user namespaces to users other than root. */
const KERNEL_SETTINGS = [
  {
    path: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    forbids: '1',
    reason:
      'AppArmor keeps bubblewrap from making user namespaces, as Ubuntu 24.04 and later set it',
    fix: 'Allow it for bubblewrap: as root, write "abi <abi/4.0>, include <tunables/global> profile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }" to /etc/apparmor.d/bwrap and run: apparmor_parser -r /etc/apparmor.d/bwrap',
  },
  {
    path: '/proc/sys/kernel/unprivileged_userns_clone',
    forbids: '0',
    reason: 'The kernel keeps users other than root from making user namespaces',
    fix: 'As root: echo kernel.unprivileged_userns_clone=1 > /etc/sysctl.d/60-userns.conf && sysctl --system',
  },
  {
    path: '/proc/sys/user/max_user_namespaces',
    forbids: '0',
    reason: 'The kernel allows no user namespaces',
    fix: 'As root: echo user.max_user_namespaces=15000 > /etc/sysctl.d/60-userns.conf && sysctl --system',
  },
]
/** What bubblewrap says when the kernel does not let it. */
const REFUSED = /permi|namespace/i
/** Files by which a container is known. */
const CONTAINER_FILES = ['/.dockerenv', '/run/.containerenv']
const IN_CONTAINER: Advice = {
  reason: 'This container may not make namespaces, which a sandbox is made of',
  fix: 'Run Hearth outside of a container, as with: npm run setup. Options that allow a container to make them (--security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined) weaken the container itself',
}

export const NOT_LINUX: Advice = {
  reason: 'A sandbox can be made on Linux only',
  fix: 'Run Hearth on Linux for worker jobs; all else works here',
}

export function missingProgram(name: keyof typeof INSTALL): Advice {
  return { reason: `${name} is not installed`, fix: INSTALL[name] }
}

/** @param processor As Bun names it */
export function unknownProcessor(processor: string): Advice {
  return {
    reason: `System calls cannot be filtered on this processor (${processor})`,
    fix: 'Worker jobs need an x86-64 or arm64 processor',
  }
}

/** @param says What bubblewrap printed */
export function adviceFor(says: string, isRoot: boolean): Advice {
  const line = says.split('\n').findLast((text) => text !== '') ?? 'it ended without a word'
  const unknown = /unknown option (--\S+)/i.exec(says)?.[1]
  if (unknown !== undefined)
    return {
      reason: `bubblewrap is too old: it does not know ${unknown}`,
      fix: 'Install bubblewrap 0.6.1 or later, and name it as programs.bwrap',
    }
  const isRefused = REFUSED.test(says)
  const known =
    isRoot || !isRefused
      ? undefined
      : KERNEL_SETTINGS.find(({ path, forbids }) => settingOf(path) === forbids)
  if (known !== undefined) return { reason: `${known.reason} (${line})`, fix: known.fix }
  if (isRefused && CONTAINER_FILES.some((path) => existsSync(path)))
    return { reason: `${IN_CONTAINER.reason} (${line})`, fix: IN_CONTAINER.fix }
  return {
    reason: `bubblewrap cannot make a sandbox here: ${line}`,
    fix: 'Try it as the user of Hearth: bwrap --unshare-all --ro-bind / / true',
  }
}

function settingOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1').trim()
  } catch {
    return undefined
  }
}
