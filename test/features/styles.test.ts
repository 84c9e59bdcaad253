import { expect, test } from 'bun:test'
import { dirname, join, relative } from 'node:path'
import { builtOnce } from '../support/service.ts'

const PUBLIC = join(import.meta.dir, '../../public')
/** Tokens, elements, and classes that several components share. */
const GLOBAL = ['ui/tokens.css', 'ui/base.css']

const MODULES = await filesOf('*/**/*.{ts,tsx}')
const SHEETS = await filesOf('*/**/*.css')
const CLASSES = new Map([...MODULES].map(([file, text]) => [file, classesOf(text)]))
const SHARED = new Set(selectorsOf(SHEETS.get('ui/base.css') ?? '').flatMap(namesOf))
const IMPORTERS = importersOf()

test('the sheet of a component styles that component alone', () => {
  const own = [...SHEETS].filter(([file]) => !GLOBAL.includes(file))
  expect(own.length).toBeGreaterThan(30)
  expect(own.flatMap(([file, text]) => strayOf(file, text))).toEqual([])
})

test('a rule of something else in the sheet of a component is found', () => {
  const sheet = 'app/chat/message-view.css'
  const stray = (selector: string) => strayOf(sheet, `${selector} { margin: 0 }`)
  for (const selector of ['.own p', '.own .button', 'li > .answer', '.own:has(> .notice) + .edit'])
    expect(stray(selector)).toEqual([])
  for (const selector of ['p', '.button', '.palette', '.own .palette', '.own + .button'])
    expect(stray(selector)).toEqual([`${sheet}: ${selector}`])
  expect(stray('p:has(.own)')).toHaveLength(1)
  expect(strayOf(sheet, '@media print { .own, .toast { margin: 0 } }')).toEqual([
    `${sheet}: .toast`,
  ])
})

test('a sheet is imported by its component alone, and classes of one component are not shared', () => {
  for (const file of SHEETS.keys()) {
    const importers = IMPORTERS.get(file) ?? []
    const mains = ['admin/main.tsx', 'app/main.tsx', 'shared/main.tsx']
    expect(importers.sort()).toEqual(
      GLOBAL.includes(file) ? mains : [file.replace(/\.css$/, '.tsx')],
    )
  }
  const users = (name: string) => [...MODULES.keys()].filter((file) => writes(file, name))
  expect([...SHARED].filter((name) => users(name).length === 1)).toEqual([])
})

test('each application has the sheets of its own components', async () => {
  const { files, assets } = await builtOnce()
  const read = (path: string) =>
    new TextDecoder().decode(assets.get(path.replace('/assets/', ''))?.bytes)
  const [app, admin] = [read(files.app.style), read(files.admin.style)]
  for (const shared of ['.button', '.rail', '.palette'])
    expect([app, admin].every((one) => one.includes(shared))).toBe(true)
  expect([app, admin].map((one) => one.includes('.compose'))).toEqual([true, false])
  expect([app, admin].map((one) => one.includes('.request-id'))).toEqual([false, true])
})

async function filesOf(pattern: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const file of [...new Bun.Glob(pattern).scanSync(PUBLIC)].sort())
    if (!file.startsWith('docs/') && file !== 'ui/api-types.ts')
      files.set(file, await Bun.file(join(PUBLIC, file)).text())
  return files
}

/** Classes that a module gives its elements; `code-*` for a name that ends in a value. */
function classesOf(text: string): Set<string> {
  const found = [...text.matchAll(/\bclass="([^"]*)"|classList\.add\('([^']*)'/g)].map(
    ([, first, second]) => first ?? second ?? '',
  )
  for (const { index } of text.matchAll(/\bclass=\{/g)) {
    const start = index + 'class={'.length
    let end = start
    for (let depth = 1; depth > 0; end += 1)
      depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0
    for (const [, plain, template] of text.slice(start, end - 1).matchAll(/'([^']*)'|`([^`]*)`/g))
      found.push(plain ?? template?.replaceAll(/\$\{[^}]*\}/g, '*') ?? '')
  }
  return new Set(found.flatMap((one) => one.split(/\s+/)).filter((one) => one !== '*'))
}

function writes(file: string, name: string): boolean {
  const classes = CLASSES.get(file)
  return classes?.has(name) === true || classes?.has(name.replace(/-[^-]+$/, '-*')) === true
}

/** Selectors of a sheet; those of keyframes are none. */
function selectorsOf(sheet: string): string[] {
  const rules = sheet
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/@keyframes [^{]+\{(?:[^{}]*\{[^}]*\})*\s*\}/g, '')
    .replaceAll(/@media [^{]+\{/g, '')
  return [...rules.matchAll(/([^{}]+)\{/g)].flatMap(([, list = '']) =>
    list.split(/,(?![^()]*\))/).map((one) => one.trim()),
  )
}

function namesOf(selector: string): string[] {
  return [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name)
}

/** By each module and sheet, those that import it, also when they need it. */
function importersOf(): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const [file, text] of MODULES)
    for (const [, path = ''] of text.matchAll(/(?:from |import |import\()'(\.[^']+)'/g)) {
      const imported = relative(PUBLIC, join(PUBLIC, dirname(file), path))
      importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  return importers
}

/** A component with what it alone imports; for a page, all of its folder. */
function modulesOf(component: string): ReadonlySet<string> {
  const folder = `${dirname(component)}/`
  if (component.endsWith('/page.tsx'))
    return new Set([...MODULES.keys()].filter((file) => file.startsWith(folder)))
  const modules = new Set([component])
  for (let size = 0; size < modules.size; ) {
    size = modules.size
    for (const file of MODULES.keys()) {
      const importers = IMPORTERS.get(file) ?? []
      if (importers.length > 0 && importers.every((one) => modules.has(one))) modules.add(file)
    }
  }
  return modules
}

/**
 * Selectors of a component's sheet that may match outside of it. Each has to begin, apart from shared
 * classes, at a class that the component writes, and that no other does outside of its folder.
 */
function strayOf(sheet: string, text: string): string[] {
  const modules = modulesOf(sheet.replace(/\.css$/, '.tsx'))
  const others = [...MODULES.keys()].filter(
    (file) => !modules.has(file) && !file.startsWith(`${dirname(sheet)}/`),
  )
  const isOwn = (name: string) =>
    [...modules].some((file) => writes(file, name)) && !others.some((file) => writes(file, name))
  const isStray = (selector: string) => {
    const outer = selector.replaceAll(/:(?:has|is|not)\((?:[^()]|\([^()]*\))*\)/g, '')
    const steps = [...outer.matchAll(/([>+~\s]*)([^>+~\s]+)/g)].map(
      ([, by = '', element = '']) => ({
        isBeside: /[+~]/.test(by),
        names: namesOf(element),
        isOwn: namesOf(element).some(isOwn),
      }),
    )
    const states = steps.filter((step) => step.isOwn).flatMap(({ names }) => names)
    const isKnown = (name: string) => SHARED.has(name) || isOwn(name) || states.includes(name)
    return (
      states.length === 0 ||
      steps.some((step, index) => step.isBeside && !step.isOwn && steps[index - 1]?.isOwn) ||
      !namesOf(selector).every(isKnown)
    )
  }
  return selectorsOf(text)
    .filter(isStray)
    .map((selector) => `${sheet}: ${selector}`)
}
