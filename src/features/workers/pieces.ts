import { type Static, Type } from '@sinclair/typebox'

/** A file that was attached, as it lies among the inputs. */
export const WorkerInputFile = Type.Object({
  name: Type.String(),
  kind: Type.String(),
  bytes: Type.Integer(),
  /** Pages, slides or sheets; null for anything else. */
  pages: Type.Union([Type.Integer(), Type.Null()]),
  /** What was left out; null for nothing. */
  note: Type.Union([Type.String(), Type.Null()]),
  /** The file with its text, where that is another one. */
  textName: Type.Optional(Type.String()),
  /** JPEG files of its pages, or of the picture itself. */
  pictures: Type.Array(Type.String()),
})
export type WorkerInputFile = Static<typeof WorkerInputFile>

/** A file that a job leaves to its owner. */
export const WorkerArtifact = Type.Object({
  name: Type.String(),
  bytes: Type.Integer(),
  mediaType: Type.String(),
})
export type WorkerArtifact = Static<typeof WorkerArtifact>

/** A file with all that a tool has said, in the folder of the steps. */
const StepOutput = Type.Object({ name: Type.String(), bytes: Type.Integer() })

/** One call of a tool, as the owner of the job sees it. */
export const WorkerStep = Type.Object({
  /** UTC milliseconds. */
  at: Type.Number(),
  tool: Type.String(),
  /** One short line. */
  text: Type.String(),
  ms: Type.Number(),
  ok: Type.Boolean(),
  /** Absent where there is none. */
  output: Type.Optional(StepOutput),
})
export type WorkerStep = Static<typeof WorkerStep>

/** A passage that an answer may cite by its number. */
const WorkerPassage = Type.Object({
  number: Type.Integer(),
  title: Type.String(),
  place: Type.String(),
  url: Type.String(),
})
export type WorkerPassage = Static<typeof WorkerPassage>

const ToolCall = Type.Object({ id: Type.String(), name: Type.String(), arguments: Type.String() })
export type ToolCall = Static<typeof ToolCall>

/** What a call has given. */
export const ToolResult = Type.Object({
  callId: Type.String(),
  /** As the model gets it. */
  content: Type.String(),
  /** Names of files in the folder of the steps. */
  pictures: Type.Array(Type.String()),
  /** Size of the file of /work that was shown as a picture. */
  shownPictureBytes: Type.Optional(Type.Integer()),
  step: WorkerStep,
  /** Addresses that the model may ask for from now on. */
  addresses: Type.Optional(Type.Array(Type.String())),
  passages: Type.Optional(Type.Array(WorkerPassage)),
  artifact: Type.Optional(WorkerArtifact),
})
export type ToolResult = Static<typeof ToolResult>

/** An answer of the model with all that its calls have given. */
export const ModelStep = Type.Object({
  type: Type.Literal('step'),
  text: Type.String(),
  calls: Type.Array(ToolCall),
  results: Type.Array(ToolResult),
  /** Code points that were sent and that came. */
  characters: Type.Integer(),
  /** Milliseconds of the job's time that were used up to its end. */
  usedMs: Type.Number(),
  engine: Type.String(),
  model: Type.String(),
  /** The wait for an engine before the answer. */
  wait: Type.Optional(WorkerStep),
  /** The answer of the job, where this was its last step. */
  answer: Type.Optional(Type.String()),
})
export type ModelStep = Static<typeof ModelStep>

/** What of a job is kept while it runs: after a crash it goes on behind the last piece. */
export const WorkerPiece = Type.Union([
  Type.Object({ type: Type.Literal('prepared'), files: Type.Array(WorkerInputFile) }),
  ModelStep,
])
export type WorkerPiece = Static<typeof WorkerPiece>
