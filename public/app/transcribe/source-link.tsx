/** Leads to what else can be had of the address that a transcript was made from. */
export function SourceLink({ source }: { source: string | null | undefined }) {
  const address = URL.parse(source ?? '')
  if (address?.protocol !== 'https:' && address?.protocol !== 'http:') return null
  return (
    <>
      {' · from '}
      <a href={`/app/video?${new URLSearchParams({ url: address.href })}`}>
        {address.hostname.replace(/^www\./, '')}
      </a>
    </>
  )
}
