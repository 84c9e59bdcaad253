import { expect, test } from 'bun:test'
import { HostPacer, Robots } from '../../../src/features/web-pages/robots.ts'
import { fakeSites } from '../../support/fake-sites.ts'
import { thrown } from '../../support/thrown.ts'

const { signal } = new AbortController()

function robotsOf(rules: Readonly<Record<string, string>>) {
  const answers = Object.entries(rules).map(([host, body]) => [
    `https://${host}/robots.txt`,
    { body, type: 'text/plain' },
  ])
  const safeFetch = fakeSites(Object.fromEntries(answers))
  const robots = new Robots({ safeFetch, pacer: new HostPacer(0), now: Date.now })
  return { robots, urls: safeFetch.urls }
}

test('rules hold for the programs and the addresses that they name, and are read once', async () => {
  const { robots, urls } = robotsOf({
    'a.test': 'User-agent: *\nDisallow: /private\n\nUser-agent: hearth\nDisallow: /own',
  })
  await robots.check('https://a.test/private', signal)
  await robots.check('https://b.test/own', signal)
  expect(await thrown(robots.check('https://a.test/own/x', signal))).toMatchObject({
    code: 'forbidden',
    message: 'The robots.txt of a.test excludes this address from programs',
  })
  expect(urls).toEqual(['https://a.test/robots.txt', 'https://b.test/robots.txt'])
})

test('rules that take long to decide do not hold up the service', async () => {
  const slow = `User-agent: *\n${'Disallow: /*a*a*b\n'.repeat(12_000)}`
  const { robots } = robotsOf({ 'a.test': `${slow}Disallow: /last` })
  const url = `https://a.test/${'a'.repeat(1_000)}`
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  await robots.check(url, signal)
  clearInterval(timer)
  expect(turns).toBeGreaterThan(5)
  expect(await thrown(robots.check('https://a.test/last', signal))).toMatchObject({
    code: 'forbidden',
  })
})

test('the rules of sites that have not been asked for long are forgotten', async () => {
  const long = `User-agent: *\nDisallow: /private\n#${' '.repeat(500 * 1024)}`
  const hosts = Array.from({ length: 40 }, (_, index) => `h${index}.test`)
  const { robots, urls } = robotsOf(Object.fromEntries(hosts.map((host) => [host, long])))
  for (const host of hosts) await robots.check(`https://${host}/.`, signal)
  expect(urls).toHaveLength(40)
  await robots.check('https://h39.test/', signal)
  expect(urls).toHaveLength(40)
  await robots.check('https://h0.test/', signal)
  expect(urls).toHaveLength(41)
})
