import { toolEnvironment } from '../cli/tool-environment.ts'

/** Where recognisers keep their models and find their libraries and processors. */
const ALLOWED_VARIABLES = [
  'HOME',
  'XDG_CACHE_HOME',
  'HF_HOME',
  'HF_HUB_OFFLINE',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'CUDA_VISIBLE_DEVICES',
  'HIP_VISIBLE_DEVICES',
  'ROCR_VISIBLE_DEVICES',
  'GGML_BACKEND_PATH',
  'GGML_VK_VISIBLE_DEVICES',
] as const

/**
 * The environment of a recogniser. Keys of providers are not among it.
 *
 * @param hearthEnvironment Hearth's own environment
 * @param temporary Folder for temporary files
 */
export function recogniserEnvironment(
  hearthEnvironment: Readonly<Record<string, string | undefined>>,
  temporary: string,
): Record<string, string> {
  const own: Record<string, string> = { TMPDIR: temporary }
  for (const name of ALLOWED_VARIABLES) {
    const value = hearthEnvironment[name]
    if (value !== undefined) own[name] = value
  }
  return toolEnvironment(hearthEnvironment, own)
}
