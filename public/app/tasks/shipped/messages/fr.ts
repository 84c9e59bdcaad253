import type { Messages } from './en.ts'

export const m: Messages = {
  'Sums up a text in its own language or another, as prose or as points. Use it when somebody wants to know what a long text says.':
    'Résume un texte dans sa langue ou une autre, en prose ou en points.',
  'Answers a question from a given text alone, with the passages that prove it. Use it when the answer must come from this text and nowhere else.':
    'Répond à une question d’après un seul texte, avec les passages à l’appui.',
  'Reads facts out of a text into a JSON document of a given schema. Use it for invoices, letters, pages, listings.':
    'Extrait les données d’un texte dans un document JSON selon un schéma : factures, lettres, pages.',
  'Puts a text under one of the labels given. Use it to sort mail, reports or comments.':
    'Classe un texte sous l’une des étiquettes données : courriers, rapports, commentaires.',
  'Finds a title for a text or a conversation. Use it for documents, videos, chat histories.':
    'Trouve un titre pour un texte ou une conversation.',
  'Translates a text into another language, with a glossary and a tone where wanted. Use it for running text, messages, pages.':
    'Traduit un texte dans une autre langue, avec un glossaire et un ton si souhaité.',
  'Writes a text anew for another tone, reader or length, with the same meaning. Use it to correct, simplify, shorten or polish a text.':
    'Réécrit un texte de même sens pour un autre ton, un autre lecteur ou une autre longueur.',
  'Divides a recording into chapters with titles, from its SRT file or a transcript with times. Use it for videos, podcasts, meetings.':
    'Divise un enregistrement en chapitres titrés, d’après son fichier SRT ou une transcription avec horaires.',
  Text: 'Texte',
  Question: 'Question',
  Language: 'Langue',
  Length: 'Longueur',
  Format: 'Format',
  Focus: 'Priorité',
  Brand: 'Marque',
  Target: 'Langue cible',
  Source: 'Langue source',
  Tone: 'Ton',
  Glossary: 'Glossaire',
  Goal: 'But',
  Audience: 'Public',
  Style: 'Style',
  'Max characters': 'Caractères maximum',
  'Max chapters': 'Chapitres maximum',
  Schema: 'Schéma',
  Hints: 'Indices',
  Labels: 'Étiquettes',
  Guidance: 'Consignes',
  Short: 'Court',
  Medium: 'Moyen',
  Long: 'Long',
  Prose: 'Prose',
  Points: 'Points',
  "Language of the answer, by name or code. The question's own without it.":
    'Langue de la réponse, par son nom ou son code. Sinon celle de la question.',
  'The text of an SRT or WebVTT file, or a transcript in which times stand.':
    'Le texte d’un fichier SRT ou WebVTT, ou une transcription avec horaires.',
  'The most chapters to make.': 'Nombre maximal de chapitres.',
  "Language of the titles, by name or code. The recording's own without it.":
    'Langue des titres, par son nom ou son code. Sinon celle de l’enregistrement.',
  'The labels to choose from.': 'Les étiquettes au choix.',
  'What the labels mean, and what decides between them.':
    'Ce que les étiquettes signifient et ce qui les départage.',
  'JSON Schema of the result; descriptions in it say what is meant.':
    'Schéma JSON du résultat ; ses descriptions disent ce qui est attendu.',
  'What helps to read this kind of text.': 'Ce qui aide à lire ce genre de texte.',
  'What shall become of the text, such as "shorter by half" or "correct mistakes only". Clear and correct without it.':
    'Ce que le texte doit devenir, comme « moitié plus court » ou « corriger seulement les fautes ». Sinon clair et correct.',
  'Such as friendly, formal, plain.': 'Par exemple amical, formel, simple.',
  'Who reads it.': 'Qui le lit.',
  'Id of a brand, whose tone, words and language the text is to have.':
    'Marque dont le texte doit avoir le ton, les mots et la langue.',
  'Short is one to three sentences, medium a paragraph or two, long up to a page. Default: medium.':
    'Court : une à trois phrases ; moyen : un ou deux paragraphes ; long : jusqu’à une page. Par défaut : moyen.',
  'Default: prose.': 'Par défaut : prose.',
  'Language of the summary, by name or code. Default: that of the text.':
    'Langue du résumé, par son nom ou son code. Par défaut : celle du texte.',
  'What the reader wants to know most.': 'Ce que le lecteur veut surtout savoir.',
  'The most that the title may have.': 'Longueur maximale du titre.',
  'Language of the title, by name or code. Default: that of the text.':
    'Langue du titre, par son nom ou son code. Par défaut : celle du texte.',
  'Such as factual, newspaper, video.': 'Par exemple factuel, journal, vidéo.',
  'Language of the translation, by name or code, such as "German" or "pt-BR".':
    'Langue de la traduction, par son nom ou son code, comme « anglais » ou « pt-BR ».',
  'Language of the text. Found out without it.': 'Langue du texte. Détectée sinon.',
  'Such as formal, or informal with the familiar "you".':
    'Par exemple formel, ou familier avec « tu ».',
  'Words that must be translated in one way; the same word on both sides stays as it is.':
    'Mots à traduire d’une seule façon ; le même mot des deux côtés reste tel quel.',
}
