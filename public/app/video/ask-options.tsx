import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { languageName, languages } from '../transcribe/languages.ts'
import { type Asked, LIST_LIMITS, PAGE_SECONDS, RENDERS, SOURCES } from './asked.ts'
import { m } from './messages/en.ts'
import type { Action } from './web-address.ts'

const RENDER_LABELS: Readonly<Record<Asked['render'], string>> = m.render

const RENDER_CHOSEN: Readonly<Record<Asked['render'], string>> = m.renderChosen

const SOURCE_LABELS: Readonly<Record<Asked['source'], string>> = m.source

interface AskOptionsProps {
  action: Action
  asked: Signal<Asked>
}

/** The choices of one action, and what it costs. */
export function AskOptions({ action, asked }: AskOptionsProps) {
  const { render, seconds, source, language, limit, job } = asked.value
  const change = (changes: Partial<Asked>) => {
    asked.value = { ...asked.peek(), ...changes }
  }
  switch (action) {
    case 'page':
      return (
        <Options
          key={action}
          cost={m.pageCost}
          chosen={m.secondsLimit(RENDER_CHOSEN[render], seconds)}
        >
          <Choice
            label={m.drawWithBrowser}
            value={render}
            all={RENDERS}
            labelOf={(one) => RENDER_LABELS[one]}
            onChange={(next) => change({ render: next })}
          />
          <Choice
            label={m.timeLimit}
            value={seconds}
            all={PAGE_SECONDS}
            labelOf={(one) => m.seconds(one)}
            onChange={(next) => change({ seconds: next })}
          />
        </Options>
      )
    case 'video':
      return <Options cost={m.oneCredit} />
    case 'transcript':
      return (
        <Options
          // Open until there is a transcript.
          key={`${action} ${job}`}
          isOpen={job === ''}
          chosen={m.chosenWords(
            SOURCE_LABELS[source],
            language === '' ? m.asSpoken : languageName(language),
          )}
          cost={
            source === 'native'
              ? m.oneCredit
              : source === 'generated'
                ? m.listeningCost
                : m.autoCost
          }
        >
          <Choice
            label={m.wordsFrom}
            value={source}
            all={SOURCES}
            labelOf={(one) => SOURCE_LABELS[one]}
            onChange={(next) => change({ source: next })}
          />
          <LanguageChoice value={language} onChange={(next) => change({ language: next })} />
        </Options>
      )
    case 'list':
      return (
        <Options key={action} cost={m.oneCredit} chosen={m.atMostVideos(limit)}>
          <Choice
            label={m.showAtMost}
            value={limit}
            all={LIST_LIMITS}
            labelOf={(one) => m.videos(one)}
            onChange={(next) => change({ limit: next })}
          />
        </Options>
      )
  }
}

interface OptionsProps {
  cost: string
  /** What is chosen, in a few words. */
  chosen?: string
  isOpen?: boolean
  children?: ComponentChildren
}

function Options({ cost, chosen, isOpen = false, children }: OptionsProps) {
  return (
    <>
      {children !== undefined && (
        <details class="ask-options" open={isOpen}>
          <summary class="small">{m.options(chosen ?? '')}</summary>
          <div class="media-options">{children}</div>
        </details>
      )}
      <p class="quiet small ask-cost">{m.costs(cost)}</p>
    </>
  )
}

interface ChoiceProps<value> {
  label: string
  value: value
  all: readonly value[]
  labelOf: (value: value) => string
  onChange: (value: value) => void
}

function Choice<value extends string | number>({
  label,
  value,
  all,
  labelOf,
  onChange,
}: ChoiceProps<value>) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        class="input"
        value={String(value)}
        onChange={({ currentTarget }) => {
          const chosen = all[currentTarget.selectedIndex]
          if (chosen !== undefined) onChange(chosen)
        }}
      >
        {all.map((one) => (
          <option key={one} value={String(one)}>
            {labelOf(one)}
          </option>
        ))}
      </select>
    </div>
  )
}

function LanguageChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  // A list of captions may name another one, as a region of a language.
  const isKnown = value === '' || languages().some(({ code }) => code === value)
  return (
    <div class="field">
      <label for={id}>{m.language}</label>
      <select
        id={id}
        class="input"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">{m.asSpokenOption}</option>
        {!isKnown && <option value={value}>{languageName(value)}</option>}
        {languages().map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
