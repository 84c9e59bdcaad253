import { m } from './messages/en.ts'

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Macintosh', m.aMac],
  ['Linux', 'Linux'],
] as const

/** A browser as its person would call it. @param userAgent As it calls itself; may be anything */
export function browserName(userAgent: string): string {
  const find = (list: readonly (readonly [string, string])[]) =>
    list.find(([sign]) => userAgent.includes(sign))?.[1]
  const browser = find(BROWSERS) ?? m.aBrowser
  const system = find(SYSTEMS)
  return system === undefined ? browser : m.browserOn(browser, system)
}
