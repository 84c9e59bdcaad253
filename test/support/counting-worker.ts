// Answers how many questions it has had; `never` is not answered.
declare const self: Worker

let questions = 0

self.addEventListener('message', ({ data }: MessageEvent<'count' | 'never'>) => {
  questions += 1
  if (data === 'count') self.postMessage(questions)
})
