import { ApiError, api, read, send } from '../../ui/api.ts'
import { Form, TextField } from '../../ui/form.tsx'
import { followUp } from '../../ui/router.ts'
import { toast } from '../../ui/toast.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { DiscardButton } from '../shared/discard-button.tsx'
import { useDraft } from '../shared/use-draft.ts'
import {
  type Brand,
  bodyOf,
  MAX_TONE_CHARACTERS,
  MAX_WORD_CHARACTERS,
  NO_VALUES,
  RULES,
  valuesOf,
  wrong,
} from './brand.ts'
import { NumberField, TextArea } from './fields.tsx'
import { m } from './messages/en.ts'

/** Another id has no route, so the service could not say what is wrong with it. */
const ID = /^[a-z0-9][a-z0-9_-]{0,63}$/
const MAX_ID_CHARACTERS = 64

/** What a brand says; undefined for a new one. What is typed is kept over a reload. */
export function BrandForm({ brand }: { brand: Brand | undefined }) {
  const draft = useDraft(
    brand === undefined ? 'new-brand' : `brand:${brand.id}`,
    brand === undefined ? NO_VALUES : valuesOf(brand),
  )
  const values = draft.values.value
  const change = (part: Partial<typeof NO_VALUES>) => {
    draft.values.value = { ...values, ...part }
  }
  const save = async () => {
    const next = followUp()
    const id = values.id.trim()
    if (!ID.test(id)) throw wrong(m.shortNameWrong)
    const body = bodyOf(values, brand)
    if (brand === undefined) await requireFree(id)
    await read(api.PUT('/api/brands/{id}', { params: { path: { id } }, body }))
    draft.reset()
    toast(m.saved)
    next('/admin/brands')
  }
  const remove = async (gone: string) => {
    const next = followUp()
    await send(api.DELETE('/api/brands/{id}', { params: { path: { id: gone } } }))
    draft.reset()
    next('/admin/brands')
  }
  return (
    <Form
      action={m.save}
      onSubmit={save}
      isUnchanged={draft.isUnchanged}
      beside={
        <>
          <DiscardButton of={draft} />
          {brand !== undefined && (
            <ActionButton
              label={m.delete}
              about={brand.name}
              work={() => remove(brand.id)}
              done={m.wasDeleted(brand.name)}
              confirm={{
                title: m.deleteThis,
                text: m.deleteText(brand.name),
                action: m.delete,
              }}
            />
          )}
        </>
      }
    >
      <div class="brand-grid">
        {brand === undefined && (
          <TextField
            label={m.shortName}
            hint={m.shortNameHint}
            value={values.id}
            required
            maxLength={MAX_ID_CHARACTERS}
            onInput={(id) => change({ id })}
          />
        )}
        <TextField
          label={m.name}
          value={values.name}
          required
          maxLength={MAX_WORD_CHARACTERS}
          onInput={(name) => change({ name })}
        />
        <TextField
          label={m.languageLabel}
          hint={m.languageHint}
          value={values.language}
          onInput={(language) => change({ language })}
        />
        <TextField
          label={m.voice}
          hint={m.voiceHint}
          value={values.voice}
          maxLength={MAX_WORD_CHARACTERS}
          onInput={(voice) => change({ voice })}
        />
      </div>
      <TextArea
        label={m.tone}
        hint={m.toneHint}
        value={values.tone}
        maxLength={MAX_TONE_CHARACTERS}
        onInput={(tone) => change({ tone })}
      />
      <TextArea
        label={m.glossary}
        hint={m.glossaryHint}
        value={values.glossary}
        onInput={(glossary) => change({ glossary })}
      />
      <fieldset class="plain-set brand-set">
        <legend>{m.captionRules}</legend>
        <p class="quiet small">{m.captionHint}</p>
        <div class="brand-grid">
          {RULES.map(({ name, ...rule }) => (
            <NumberField
              key={name}
              {...rule}
              value={values[name]}
              onInput={(text) => change({ [name]: text })}
            />
          ))}
        </div>
      </fieldset>
    </Form>
  )
}

/** @throws {ApiError} `conflict` for the id of a brand that is there, which would be replaced */
async function requireFree(id: string): Promise<void> {
  try {
    await read(api.GET('/api/brands/{id}', { params: { path: { id } } }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return
    throw error
  }
  throw new ApiError(409, 'conflict', m.isThere(id))
}
