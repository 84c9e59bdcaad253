/** A question with curl, with the key. */
export function curlSnippet(key: string): string {
  return `curl ${window.location.origin}/v1/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "auto", "messages": [{"role": "user", "content": "Hello"}]}'`
}

/** The same in Python. */
export function pythonSnippet(key: string): string {
  return `from openai import OpenAI

client = OpenAI(base_url="${window.location.origin}/v1", api_key="${key}")
answer = client.chat.completions.create(
    model="auto",
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)`
}
