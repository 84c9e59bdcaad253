import type { Messages } from './en.ts'

export const m: Messages = {
  'Sums up a text in its own language or another, as prose or as points. Use it when somebody wants to know what a long text says.':
    '文章を、元の言語または別の言語で、文章または箇条書きに要約します。',
  'Answers a question from a given text alone, with the passages that prove it. Use it when the answer must come from this text and nowhere else.':
    '与えられた文章だけから質問に答え、根拠となる箇所を示します。',
  'Reads facts out of a text into a JSON document of a given schema. Use it for invoices, letters, pages, listings.':
    '請求書や手紙、ページなどの文章から情報を読み取り、スキーマに沿ったJSONにします。',
  'Puts a text under one of the labels given. Use it to sort mail, reports or comments.':
    'メールやレポート、コメントなどの文章を、指定したラベルのいずれかに分類します。',
  'Finds a title for a text or a conversation. Use it for documents, videos, chat histories.':
    '文章や会話のタイトルを考えます。',
  'Translates a text into another language, with a glossary and a tone where wanted. Use it for running text, messages, pages.':
    '文章を別の言語に翻訳します。必要に応じて用語集や文体を指定できます。',
  'Writes a text anew for another tone, reader or length, with the same meaning. Use it to correct, simplify, shorten or polish a text.':
    '意味を変えずに、文体、読み手、長さに合わせて文章を書き直します。',
  'Divides a recording into chapters with titles, from its SRT file or a transcript with times. Use it for videos, podcasts, meetings.':
    'SRTファイルや時刻付きの文字起こしから、録音をタイトル付きのチャプターに分けます。',
  Text: 'テキスト',
  Question: '質問',
  Language: '言語',
  Length: '長さ',
  Format: '形式',
  Focus: '重点',
  Brand: 'ブランド',
  Target: '翻訳先の言語',
  Source: '元の言語',
  Tone: '文体',
  Glossary: '用語集',
  Goal: '目的',
  Audience: '読み手',
  Style: 'スタイル',
  'Max characters': '最大文字数',
  'Max chapters': '最大チャプター数',
  Schema: 'スキーマ',
  Hints: 'ヒント',
  Labels: 'ラベル',
  Guidance: '判断の基準',
  Short: '短い',
  Medium: '普通',
  Long: '長い',
  Prose: '文章',
  Points: '箇条書き',
  "Language of the answer, by name or code. The question's own without it.":
    '回答の言語（名前またはコード）。指定しない場合は質問の言語。',
  'The text of an SRT or WebVTT file, or a transcript in which times stand.':
    'SRTまたはWebVTTファイルの内容、または時刻付きの文字起こし。',
  'The most chapters to make.': '作成するチャプターの最大数。',
  "Language of the titles, by name or code. The recording's own without it.":
    'タイトルの言語（名前またはコード）。指定しない場合は録音の言語。',
  'The labels to choose from.': '選択肢となるラベル。',
  'What the labels mean, and what decides between them.': 'ラベルの意味と判断の基準。',
  'JSON Schema of the result; descriptions in it say what is meant.':
    '結果のJSONスキーマ。説明で意味を示します。',
  'What helps to read this kind of text.': 'この種の文章を読む助けになる情報。',
  'What shall become of the text, such as "shorter by half" or "correct mistakes only". Clear and correct without it.':
    '「半分の長さに」「誤りだけ直す」など、どうしたいか。指定しない場合は明確で正しい文章にします。',
  'Such as friendly, formal, plain.': '親しみやすい、丁寧、簡潔など。',
  'Who reads it.': '誰が読むか。',
  'Id of a brand, whose tone, words and language the text is to have.':
    '文体、言葉、言語を合わせるブランド。',
  'Short is one to three sentences, medium a paragraph or two, long up to a page. Default: medium.':
    '短い: 1〜3文、普通: 1〜2段落、長い: 最大1ページ。既定は普通。',
  'Default: prose.': '既定は文章。',
  'Language of the summary, by name or code. Default: that of the text.':
    '要約の言語（名前またはコード）。既定は文章の言語。',
  'What the reader wants to know most.': '特に知りたいこと。',
  'The most that the title may have.': 'タイトルの最大の長さ。',
  'Language of the title, by name or code. Default: that of the text.':
    'タイトルの言語（名前またはコード）。既定は文章の言語。',
  'Such as factual, newspaper, video.': '事実のみ、新聞風、動画風など。',
  'Language of the translation, by name or code, such as "German" or "pt-BR".':
    '翻訳先の言語（名前またはコード）。例:「英語」「pt-BR」。',
  'Language of the text. Found out without it.': '文章の言語。指定しない場合は自動判別。',
  'Such as formal, or informal with the familiar "you".': '丁寧、くだけた調子など。',
  'Words that must be translated in one way; the same word on both sides stays as it is.':
    '訳を固定する語。両側が同じ語はそのまま残します。',
}
