import type { Messages } from './en.ts'

export const m: Messages = {
  'Sums up a text in its own language or another, as prose or as points. Use it when somebody wants to know what a long text says.':
    'Resume un texto en su idioma o en otro, en prosa o en puntos.',
  'Answers a question from a given text alone, with the passages that prove it. Use it when the answer must come from this text and nowhere else.':
    'Responde a una pregunta solo con un texto, con los pasajes que lo prueban.',
  'Reads facts out of a text into a JSON document of a given schema. Use it for invoices, letters, pages, listings.':
    'Extrae datos de un texto a un documento JSON con un esquema: facturas, cartas, páginas.',
  'Puts a text under one of the labels given. Use it to sort mail, reports or comments.':
    'Clasifica un texto con una de las etiquetas dadas: correos, informes, comentarios.',
  'Finds a title for a text or a conversation. Use it for documents, videos, chat histories.':
    'Busca un título para un texto o una conversación.',
  'Translates a text into another language, with a glossary and a tone where wanted. Use it for running text, messages, pages.':
    'Traduce un texto a otro idioma, con glosario y tono si se quiere.',
  'Writes a text anew for another tone, reader or length, with the same meaning. Use it to correct, simplify, shorten or polish a text.':
    'Reescribe un texto con el mismo sentido para otro tono, lector o extensión.',
  'Divides a recording into chapters with titles, from its SRT file or a transcript with times. Use it for videos, podcasts, meetings.':
    'Divide una grabación en capítulos con títulos, a partir de su SRT o de una transcripción con tiempos.',
  Text: 'Texto',
  Question: 'Pregunta',
  Language: 'Idioma',
  Length: 'Extensión',
  Format: 'Formato',
  Focus: 'Enfoque',
  Brand: 'Marca',
  Target: 'Idioma de destino',
  Source: 'Idioma de origen',
  Tone: 'Tono',
  Glossary: 'Glosario',
  Goal: 'Objetivo',
  Audience: 'Lectores',
  Style: 'Estilo',
  'Max characters': 'Máximo de caracteres',
  'Max chapters': 'Máximo de capítulos',
  Schema: 'Esquema',
  Hints: 'Pistas',
  Labels: 'Etiquetas',
  Guidance: 'Guía',
  Short: 'Corto',
  Medium: 'Medio',
  Long: 'Largo',
  Prose: 'Prosa',
  Points: 'Puntos',
  "Language of the answer, by name or code. The question's own without it.":
    'Idioma de la respuesta, por nombre o código. Si no, el de la pregunta.',
  'The text of an SRT or WebVTT file, or a transcript in which times stand.':
    'El texto de un archivo SRT o WebVTT, o una transcripción con tiempos.',
  'The most chapters to make.': 'Número máximo de capítulos.',
  "Language of the titles, by name or code. The recording's own without it.":
    'Idioma de los títulos, por nombre o código. Si no, el de la grabación.',
  'The labels to choose from.': 'Las etiquetas entre las que elegir.',
  'What the labels mean, and what decides between them.':
    'Qué significan las etiquetas y qué decide entre ellas.',
  'JSON Schema of the result; descriptions in it say what is meant.':
    'Esquema JSON del resultado; sus descripciones dicen qué se espera.',
  'What helps to read this kind of text.': 'Lo que ayuda a leer este tipo de texto.',
  'What shall become of the text, such as "shorter by half" or "correct mistakes only". Clear and correct without it.':
    'En qué debe convertirse el texto, como «la mitad de largo» o «solo corregir errores». Si no, claro y correcto.',
  'Such as friendly, formal, plain.': 'Por ejemplo amable, formal, sencillo.',
  'Who reads it.': 'Quién lo lee.',
  'Id of a brand, whose tone, words and language the text is to have.':
    'Marca cuyo tono, palabras e idioma debe tener el texto.',
  'Short is one to three sentences, medium a paragraph or two, long up to a page. Default: medium.':
    'Corto: de una a tres frases; medio: uno o dos párrafos; largo: hasta una página. Por defecto: medio.',
  'Default: prose.': 'Por defecto: prosa.',
  'Language of the summary, by name or code. Default: that of the text.':
    'Idioma del resumen, por nombre o código. Por defecto: el del texto.',
  'What the reader wants to know most.': 'Lo que más interesa al lector.',
  'The most that the title may have.': 'Lo máximo que puede tener el título.',
  'Language of the title, by name or code. Default: that of the text.':
    'Idioma del título, por nombre o código. Por defecto: el del texto.',
  'Such as factual, newspaper, video.': 'Por ejemplo objetivo, periódico, vídeo.',
  'Language of the translation, by name or code, such as "German" or "pt-BR".':
    'Idioma de la traducción, por nombre o código, como «inglés» o «pt-BR».',
  'Language of the text. Found out without it.': 'Idioma del texto. Si no, se detecta.',
  'Such as formal, or informal with the familiar "you".':
    'Por ejemplo formal, o informal con «tú».',
  'Words that must be translated in one way; the same word on both sides stays as it is.':
    'Palabras con una sola traducción; la misma palabra en ambos lados se deja igual.',
}
