import type { MediaRecord } from '../../core/accounts/account-admin.ts'
import type { Check, Finding, Level } from '../../core/doctor/finding.ts'
import { wordsOfAccount } from './account-words.ts'

/** What each kind is for, and how one is added. */
const KINDS: Readonly<
  Record<MediaRecord['engine']['type'], { does: string; without: string; add: string }>
> = {
  speech: {
    does: 'Speaks',
    without: 'No speech engine is there: texts cannot be spoken',
    add: 'Switch the embedded voice on again, install espeak-ng (apt install espeak-ng, brew install espeak-ng), or name a speech server in [[speech_engines]] of hearth.toml',
  },
  transcription: {
    does: 'Transcribes',
    without: 'No recogniser is there: recordings cannot be transcribed',
    add: 'Start a whisper server (of whisper.cpp, speaches or LocalAI), install whisper-cli with a model, or name one in [[transcription_engines]] of hearth.toml',
  },
}

/** Which speech engines and recognisers there are, and whether they can be used. */
export function mediaEngineChecks(records: () => readonly MediaRecord[]): readonly Check[] {
  return (['speech', 'transcription'] as const).map((makes) => ({
    id: makes,
    run: () => {
      const found = records().filter(({ engine }) => engine.type === makes)
      const { without, add } = KINDS[makes]
      if (found.length === 0)
        return [{ id: makes, level: 'info' as const, says: without, fix: add }]
      return found.map((record) => findingOf(makes, record))
    },
  }))
}

function findingOf(
  makes: MediaRecord['engine']['type'],
  { engine, accounts }: MediaRecord,
): Finding {
  const [account] = accounts
  const { level, says }: { level: Level; says: string } =
    account === undefined ? { level: 'info', says: 'it is new' } : wordsOfAccount(account)
  const name = `${engine.label} (${engine.kind})`
  return {
    id: `${makes}.${engine.id}`,
    level,
    says: `${KINDS[makes].does} with ${name}: ${says}`,
    ...(level === 'warning' ? { fix: `See its state on the page Engines of /admin` } : {}),
  }
}
