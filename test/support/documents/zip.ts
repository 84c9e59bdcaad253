import { deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  content: string | Uint8Array
  /** Instead of the content deflated; to make archives that lie. */
  packed?: Uint8Array
  isStored?: boolean
  isEncrypted?: boolean
}

/** A ZIP archive as office programs write it. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, packed, isStored = false, isEncrypted = false } of entries) {
    const bytes = Buffer.from(content)
    const data = packed ?? (isStored ? bytes : deflateRawSync(bytes))
    const nameBytes = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(isEncrypted ? 1 : 0, 2)
    fields.writeUInt16LE(isStored ? 0 : 8, 4)
    fields.writeUInt32LE(Bun.hash.crc32(bytes), 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(bytes.length, 18)
    fields.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, nameBytes])
    const end = Buffer.alloc(14)
    end.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, end, nameBytes]),
    )
    parts.push(local, Buffer.from(data))
    offset += local.length + data.length
  }
  const all = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(all.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, all, end])
}
