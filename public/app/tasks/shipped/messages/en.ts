/** What the tasks that come with the service say of themselves and their fields, by the English words. */
export type Messages = Readonly<Record<keyof typeof m, string>>

export const m = {
  'Sums up a text in its own language or another, as prose or as points. Use it when somebody wants to know what a long text says.':
    'Sums up a text in its own language or another, as prose or as points. Use it when somebody wants to know what a long text says.',
  'Answers a question from a given text alone, with the passages that prove it. Use it when the answer must come from this text and nowhere else.':
    'Answers a question from a given text alone, with the passages that prove it. Use it when the answer must come from this text and nowhere else.',
  'Reads facts out of a text into a JSON document of a given schema. Use it for invoices, letters, pages, listings.':
    'Reads facts out of a text into a JSON document of a given schema. Use it for invoices, letters, pages, listings.',
  'Puts a text under one of the labels given. Use it to sort mail, reports or comments.':
    'Puts a text under one of the labels given. Use it to sort mail, reports or comments.',
  'Finds a title for a text or a conversation. Use it for documents, videos, chat histories.':
    'Finds a title for a text or a conversation. Use it for documents, videos, chat histories.',
  'Translates a text into another language, with a glossary and a tone where wanted. Use it for running text, messages, pages.':
    'Translates a text into another language, with a glossary and a tone where wanted. Use it for running text, messages, pages.',
  'Writes a text anew for another tone, reader or length, with the same meaning. Use it to correct, simplify, shorten or polish a text.':
    'Writes a text anew for another tone, reader or length, with the same meaning. Use it to correct, simplify, shorten or polish a text.',
  'Divides a recording into chapters with titles, from its SRT file or a transcript with times. Use it for videos, podcasts, meetings.':
    'Divides a recording into chapters with titles, from its SRT file or a transcript with times. Use it for videos, podcasts, meetings.',
  Text: 'Text',
  Question: 'Question',
  Language: 'Language',
  Length: 'Length',
  Format: 'Format',
  Focus: 'Focus',
  Brand: 'Brand',
  Target: 'Target',
  Source: 'Source',
  Tone: 'Tone',
  Glossary: 'Glossary',
  Goal: 'Goal',
  Audience: 'Audience',
  Style: 'Style',
  'Max characters': 'Max characters',
  'Max chapters': 'Max chapters',
  Schema: 'Schema',
  Hints: 'Hints',
  Labels: 'Labels',
  Guidance: 'Guidance',
  Short: 'Short',
  Medium: 'Medium',
  Long: 'Long',
  Prose: 'Prose',
  Points: 'Points',
  "Language of the answer, by name or code. The question's own without it.":
    "Language of the answer, by name or code. The question's own without it.",
  'The text of an SRT or WebVTT file, or a transcript in which times stand.':
    'The text of an SRT or WebVTT file, or a transcript in which times stand.',
  'The most chapters to make.': 'The most chapters to make.',
  "Language of the titles, by name or code. The recording's own without it.":
    "Language of the titles, by name or code. The recording's own without it.",
  'The labels to choose from.': 'The labels to choose from.',
  'What the labels mean, and what decides between them.':
    'What the labels mean, and what decides between them.',
  'JSON Schema of the result; descriptions in it say what is meant.':
    'JSON Schema of the result; descriptions in it say what is meant.',
  'What helps to read this kind of text.': 'What helps to read this kind of text.',
  'What shall become of the text, such as "shorter by half" or "correct mistakes only". Clear and correct without it.':
    'What shall become of the text, such as "shorter by half" or "correct mistakes only". Clear and correct without it.',
  'Such as friendly, formal, plain.': 'Such as friendly, formal, plain.',
  'Who reads it.': 'Who reads it.',
  'Id of a brand, whose tone, words and language the text is to have.':
    'Id of a brand, whose tone, words and language the text is to have.',
  'Short is one to three sentences, medium a paragraph or two, long up to a page. Default: medium.':
    'Short is one to three sentences, medium a paragraph or two, long up to a page. Default: medium.',
  'Default: prose.': 'Default: prose.',
  'Language of the summary, by name or code. Default: that of the text.':
    'Language of the summary, by name or code. Default: that of the text.',
  'What the reader wants to know most.': 'What the reader wants to know most.',
  'The most that the title may have.': 'The most that the title may have.',
  'Language of the title, by name or code. Default: that of the text.':
    'Language of the title, by name or code. Default: that of the text.',
  'Such as factual, newspaper, video.': 'Such as factual, newspaper, video.',
  'Language of the translation, by name or code, such as "German" or "pt-BR".':
    'Language of the translation, by name or code, such as "German" or "pt-BR".',
  'Language of the text. Found out without it.': 'Language of the text. Found out without it.',
  'Such as formal, or informal with the familiar "you".':
    'Such as formal, or informal with the familiar "you".',
  'Words that must be translated in one way; the same word on both sides stays as it is.':
    'Words that must be translated in one way; the same word on both sides stays as it is.',
}
