import type { Messages } from './en.ts'

export const m: Messages = {
  'Sums up a text in its own language or another, as prose or as points. Use it when somebody wants to know what a long text says.':
    'Streszcza tekst w jego lub innym języku, prozą albo w punktach.',
  'Answers a question from a given text alone, with the passages that prove it. Use it when the answer must come from this text and nowhere else.':
    'Odpowiada na pytanie wyłącznie na podstawie tekstu i podaje potwierdzające fragmenty.',
  'Reads facts out of a text into a JSON document of a given schema. Use it for invoices, letters, pages, listings.':
    'Odczytuje dane z tekstu do dokumentu JSON według schematu: faktury, listy, strony.',
  'Puts a text under one of the labels given. Use it to sort mail, reports or comments.':
    'Przypisuje tekst do jednej z podanych etykiet: poczta, raporty, komentarze.',
  'Finds a title for a text or a conversation. Use it for documents, videos, chat histories.':
    'Znajduje tytuł dla tekstu lub rozmowy.',
  'Translates a text into another language, with a glossary and a tone where wanted. Use it for running text, messages, pages.':
    'Tłumaczy tekst na inny język, w razie potrzeby z glosariuszem i tonem.',
  'Writes a text anew for another tone, reader or length, with the same meaning. Use it to correct, simplify, shorten or polish a text.':
    'Pisze tekst na nowo, z tym samym sensem, w innym tonie, dla innego czytelnika lub o innej długości.',
  'Divides a recording into chapters with titles, from its SRT file or a transcript with times. Use it for videos, podcasts, meetings.':
    'Dzieli nagranie na zatytułowane rozdziały na podstawie pliku SRT lub transkrypcji z czasami.',
  Text: 'Tekst',
  Question: 'Pytanie',
  Language: 'Język',
  Length: 'Długość',
  Format: 'Forma',
  Focus: 'Akcent',
  Brand: 'Marka',
  Target: 'Język docelowy',
  Source: 'Język źródłowy',
  Tone: 'Ton',
  Glossary: 'Glosariusz',
  Goal: 'Cel',
  Audience: 'Odbiorcy',
  Style: 'Styl',
  'Max characters': 'Maks. znaków',
  'Max chapters': 'Maks. rozdziałów',
  Schema: 'Schemat',
  Hints: 'Wskazówki',
  Labels: 'Etykiety',
  Guidance: 'Wytyczne',
  Short: 'Krótko',
  Medium: 'Średnio',
  Long: 'Długo',
  Prose: 'Proza',
  Points: 'Punkty',
  "Language of the answer, by name or code. The question's own without it.":
    'Język odpowiedzi: nazwa lub kod. W przeciwnym razie język pytania.',
  'The text of an SRT or WebVTT file, or a transcript in which times stand.':
    'Tekst pliku SRT lub WebVTT albo transkrypcja z czasami.',
  'The most chapters to make.': 'Największa liczba rozdziałów.',
  "Language of the titles, by name or code. The recording's own without it.":
    'Język tytułów: nazwa lub kod. W przeciwnym razie język nagrania.',
  'The labels to choose from.': 'Etykiety do wyboru.',
  'What the labels mean, and what decides between them.':
    'Co znaczą etykiety i co o nich decyduje.',
  'JSON Schema of the result; descriptions in it say what is meant.':
    'Schemat JSON wyniku; opisy mówią, o co chodzi.',
  'What helps to read this kind of text.': 'Co pomaga czytać ten rodzaj tekstu.',
  'What shall become of the text, such as "shorter by half" or "correct mistakes only". Clear and correct without it.':
    'Co ma powstać z tekstu, np. „o połowę krótszy” albo „tylko poprawić błędy”. W przeciwnym razie jasno i poprawnie.',
  'Such as friendly, formal, plain.': 'Na przykład przyjazny, formalny, prosty.',
  'Who reads it.': 'Kto to czyta.',
  'Id of a brand, whose tone, words and language the text is to have.':
    'Marka, której ton, słowa i język ma mieć tekst.',
  'Short is one to three sentences, medium a paragraph or two, long up to a page. Default: medium.':
    'Krótko: od jednego do trzech zdań; średnio: jeden lub dwa akapity; długo: do strony. Domyślnie: średnio.',
  'Default: prose.': 'Domyślnie: proza.',
  'Language of the summary, by name or code. Default: that of the text.':
    'Język streszczenia: nazwa lub kod. Domyślnie: język tekstu.',
  'What the reader wants to know most.': 'Co czytelnik chce wiedzieć przede wszystkim.',
  'The most that the title may have.': 'Największa długość tytułu.',
  'Language of the title, by name or code. Default: that of the text.':
    'Język tytułu: nazwa lub kod. Domyślnie: język tekstu.',
  'Such as factual, newspaper, video.': 'Na przykład rzeczowy, prasowy, wideo.',
  'Language of the translation, by name or code, such as "German" or "pt-BR".':
    'Język tłumaczenia: nazwa lub kod, np. „angielski” lub „pt-BR”.',
  'Language of the text. Found out without it.':
    'Język tekstu. W przeciwnym razie zostanie rozpoznany.',
  'Such as formal, or informal with the familiar "you".':
    'Na przykład formalny albo nieformalny, na „ty”.',
  'Words that must be translated in one way; the same word on both sides stays as it is.':
    'Słowa o ustalonym tłumaczeniu; to samo słowo po obu stronach pozostaje bez zmian.',
}
