import type { Messages } from './en.ts'

export const m: Messages = {
  'Sums up a text in its own language or another, as prose or as points. Use it when somebody wants to know what a long text says.':
    'Fasst einen Text in seiner oder einer anderen Sprache zusammen, als Fließtext oder in Punkten.',
  'Answers a question from a given text alone, with the passages that prove it. Use it when the answer must come from this text and nowhere else.':
    'Beantwortet eine Frage allein aus einem Text, mit den Stellen, die es belegen.',
  'Reads facts out of a text into a JSON document of a given schema. Use it for invoices, letters, pages, listings.':
    'Liest Angaben aus einem Text in ein JSON-Dokument nach einem Schema, etwa aus Rechnungen, Briefen oder Seiten.',
  'Puts a text under one of the labels given. Use it to sort mail, reports or comments.':
    'Ordnet einen Text einer der Kategorien zu, etwa E-Mails, Berichte oder Kommentare.',
  'Finds a title for a text or a conversation. Use it for documents, videos, chat histories.':
    'Findet einen Titel für einen Text oder eine Unterhaltung.',
  'Translates a text into another language, with a glossary and a tone where wanted. Use it for running text, messages, pages.':
    'Übersetzt einen Text in eine andere Sprache, auf Wunsch mit Glossar und Tonfall.',
  'Writes a text anew for another tone, reader or length, with the same meaning. Use it to correct, simplify, shorten or polish a text.':
    'Schreibt einen Text mit gleichem Sinn neu: anderer Ton, andere Leser, andere Länge.',
  'Divides a recording into chapters with titles, from its SRT file or a transcript with times. Use it for videos, podcasts, meetings.':
    'Teilt eine Aufnahme anhand ihrer SRT-Datei oder eines Transkripts mit Zeiten in Kapitel mit Titeln.',
  Text: 'Text',
  Question: 'Frage',
  Language: 'Sprache',
  Length: 'Länge',
  Format: 'Form',
  Focus: 'Schwerpunkt',
  Brand: 'Marke',
  Target: 'Zielsprache',
  Source: 'Ausgangssprache',
  Tone: 'Ton',
  Glossary: 'Glossar',
  Goal: 'Ziel',
  Audience: 'Leserschaft',
  Style: 'Stil',
  'Max characters': 'Höchstens Zeichen',
  'Max chapters': 'Höchstens Kapitel',
  Schema: 'Schema',
  Hints: 'Hinweise',
  Labels: 'Kategorien',
  Guidance: 'Anleitung',
  Short: 'Kurz',
  Medium: 'Mittel',
  Long: 'Lang',
  Prose: 'Fließtext',
  Points: 'Punkte',
  "Language of the answer, by name or code. The question's own without it.":
    'Sprache der Antwort, als Name oder Code. Sonst die der Frage.',
  'The text of an SRT or WebVTT file, or a transcript in which times stand.':
    'Der Text einer SRT- oder WebVTT-Datei oder ein Transkript mit Zeiten.',
  'The most chapters to make.': 'So viele Kapitel höchstens.',
  "Language of the titles, by name or code. The recording's own without it.":
    'Sprache der Titel, als Name oder Code. Sonst die der Aufnahme.',
  'The labels to choose from.': 'Die Kategorien, aus denen gewählt wird.',
  'What the labels mean, and what decides between them.':
    'Was die Kategorien bedeuten und was zwischen ihnen entscheidet.',
  'JSON Schema of the result; descriptions in it say what is meant.':
    'JSON-Schema des Ergebnisses; die Beschreibungen darin sagen, was gemeint ist.',
  'What helps to read this kind of text.': 'Was hilft, diese Art Text zu lesen.',
  'What shall become of the text, such as "shorter by half" or "correct mistakes only". Clear and correct without it.':
    'Was aus dem Text werden soll, etwa „halb so lang“ oder „nur Fehler verbessern“. Sonst klar und richtig.',
  'Such as friendly, formal, plain.': 'Etwa freundlich, förmlich, schlicht.',
  'Who reads it.': 'Wer es liest.',
  'Id of a brand, whose tone, words and language the text is to have.':
    'Marke, deren Ton, Wörter und Sprache der Text haben soll.',
  'Short is one to three sentences, medium a paragraph or two, long up to a page. Default: medium.':
    'Kurz sind ein bis drei Sätze, mittel ein oder zwei Absätze, lang bis zu einer Seite. Sonst mittel.',
  'Default: prose.': 'Sonst Fließtext.',
  'Language of the summary, by name or code. Default: that of the text.':
    'Sprache der Zusammenfassung, als Name oder Code. Sonst die des Textes.',
  'What the reader wants to know most.': 'Was am meisten interessiert.',
  'The most that the title may have.': 'So lang darf der Titel höchstens sein.',
  'Language of the title, by name or code. Default: that of the text.':
    'Sprache des Titels, als Name oder Code. Sonst die des Textes.',
  'Such as factual, newspaper, video.': 'Etwa sachlich, wie in der Zeitung, wie bei Videos.',
  'Language of the translation, by name or code, such as "German" or "pt-BR".':
    'Sprache der Übersetzung, als Name oder Code, etwa „Englisch“ oder „pt-BR“.',
  'Language of the text. Found out without it.': 'Sprache des Textes. Wird sonst erkannt.',
  'Such as formal, or informal with the familiar "you".':
    'Etwa förmlich, oder persönlich mit „du“.',
  'Words that must be translated in one way; the same word on both sides stays as it is.':
    'Wörter mit fester Übersetzung; dasselbe Wort auf beiden Seiten bleibt, wie es ist.',
}
