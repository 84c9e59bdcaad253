import { document, list, page, paragraphs, type SitePage } from './site-pages.ts'
import { BOILERPLATE, ENGLISH, GERMAN, STORY } from './texts.ts'

const { cookies, newsletter, subscribe, author, comment, teaser, footer } = BOILERPLATE
const repeat = (count: number, one: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join('')

const HEAD = `<header><a href="/">The Harbour Gazette</a><nav>${list(14, 'Topic')}</nav><a href="/login">Log in</a></header>`
const FOOT = `<footer><p>${footer}</p>${list(12, 'Imprint')}</footer>`
const COOKIES = `<div class="privacy-layer" id="pl-7"><div><h2>Your privacy</h2><p>${cookies}</p><button>Accept</button><a href="/reject">Reject all</a></div></div>`
const NEWSLETTER = `<div class="newsletter-signup"><h3>Morning Briefing</h3><p>${newsletter}</p><form><input type="email"><button>Sign up</button></form></div>`
const SHARE = `<ul class="share-tools"><li><a href="/fb">Facebook</a></li><li><a href="/wa">WhatsApp</a></li><li><a href="/cp">Copy link</a></li></ul>`
const CARD = (at: number) =>
  `<div class="card"><a href="/story/${at}"><img src="/t${at}.jpg" alt=""><h3>Story ${at}: ${teaser.slice(0, 60)}</h3></a><p>${teaser}</p></div>`
const CARDS = `<section class="more-stories"><h2>More stories</h2>${repeat(6, CARD)}</section>`
const COMMENT = (at: number) =>
  `<li class="comment" id="comment-${at}"><div class="comment-author">reader${at}</div><p>${comment}</p><a href="#r${at}">Reply</a></li>`
const COMMENTS = `<div id="comments"><h2>12 comments</h2><ol class="commentlist">${repeat(12, COMMENT)}</ol></div>`
const BIO = `<div class="author-box"><img src="/if.jpg" alt=""><h4>About the author</h4><p>${author}</p></div>`
const AD = '<div class="ad-container"><span>Advertisement</span></div>'
const first = STORY.slice(0, 4)
const rest = STORY.slice(4)

function news(body: string, head = '') {
  return document(`${COOKIES}${HEAD}${body}${FOOT}`, { title: 'The beekeeper', head })
}

/** Pages that are harder: text in several places, and much around and amid it that is not the article. */
export const ARTICLE_PAGES: readonly SitePage[] = [
  page(
    'news: body in parts between advertisements and cards',
    news(
      `<main><h1>The beekeeper</h1>${SHARE}<div class="story"><div class="part">${paragraphs(STORY.slice(0, 3))}</div>${AD}<div class="part">${paragraphs(STORY.slice(3, 5))}</div>${CARDS}<div class="part">${paragraphs(STORY.slice(5))}</div></div></main>`,
    ),
    STORY,
  ),
  page(
    'news: standfirst in the header of the article',
    news(
      `<article><header><h1>The beekeeper</h1><p class="standfirst">A ledger, eleven hives and a valley that learned to bloom again.</p>${SHARE}<p class="meta">By Ingrid Falk, 3 March 2026, 10:05</p></header><div class="article-body">${paragraphs(STORY)}</div>${BIO}</article>${CARDS}`,
    ),
    'A ledger, eleven hives and a valley that learned to bloom again.',
    STORY,
  ),
  page(
    'news: newsletter, links and a pull quote amid the text',
    news(
      `<article><h1>The beekeeper</h1><div class="body">${paragraphs(first)}${NEWSLETTER}<aside class="pullquote"><p>They need variety, and variety can be a ditch</p></aside>${paragraphs(rest.slice(0, 2))}<div class="read-also"><strong>Read also</strong><a href="/x">Ferry timetable revised after complaints</a></div>${paragraphs(rest.slice(2))}</div></article>`,
    ),
    STORY,
  ),
  page(
    'news: comments that are longer than the article',
    news(
      `<article class="post"><h1>The beekeeper</h1><div class="entry">${paragraphs(first)}</div>${BIO}</article><div id="comments"><ol class="commentlist">${repeat(40, COMMENT)}</ol></div>`,
    ),
    first,
  ),
  page(
    'news: short report beside long teasers',
    news(
      `<div class="columns"><div class="left"><h1>The beekeeper</h1><div class="text">${paragraphs(STORY.slice(0, 2))}</div></div><div class="right">${repeat(15, CARD)}</div></div>`,
      '<meta property="og:type" content="article">',
    ),
    STORY.slice(0, 2),
  ),
  page(
    'news: text behind an offer of a subscription',
    news(
      `<article><h1>The beekeeper</h1>${paragraphs(first)}<div class="paywall-offer"><h2>Read on</h2><p>${subscribe}</p><a href="/abo">See offers</a></div></article>${CARDS}`,
    ),
    first,
  ),
  page(
    'news: live coverage of entries by several authors',
    news(
      `<main><h1>Flood: live</h1><div class="live">${ENGLISH.map((text, at) => `<article class="entry"><header><time datetime="2026-03-01T0${at}:00">0${at}:00</time><span class="by">Ingrid Falk</span></header><h2>Entry number ${at}</h2><p>${text}</p>${SHARE}</article>`).join('')}</div></main>`,
    ),
    ENGLISH.flatMap((text, at) => [`Entry number ${at}`, text]),
  ),
  page(
    'news in German, with links to other articles',
    document(
      `<header><nav>${list(12, 'Ressort')}</nav></header><article><h1>Flut</h1><p class="teaser-intro">Der Pegel sinkt nur langsam.</p>${paragraphs(GERMAN.slice(0, 2))}<div class="lesen-sie-auch"><h3>Lesen Sie auch</h3><ul><li><a href="/1">Fähre fährt seltener</a></li><li><a href="/2">Schule bleibt geschlossen</a></li></ul></div>${paragraphs(GERMAN.slice(2))}<p class="copyright">© dpa-infocom, dpa:260303-99-123456/3</p></article><section class="empfehlungen"><h2>Das könnte Sie auch interessieren</h2>${repeat(6, CARD)}</section>`,
      { lang: 'de', title: 'Flut' },
    ),
    'Der Pegel sinkt nur langsam.',
    GERMAN,
  ),
  page(
    'magazine: gallery of headings, pictures and short texts',
    news(
      `<main><article><h1>Eight keepers</h1>${STORY.map((text, at) => `<section class="slide"><h2>${at + 1}. Keeper of hive ${at}</h2><figure><img src="/${at}.jpg" alt="Hive"><figcaption>Photo: Falk</figcaption></figure><p>${text.split('. ')[0]}.</p></section>`).join('')}</article></main>${CARDS}`,
    ),
    STORY.flatMap((text, at) => [
      `${at + 1}. Keeper of hive ${at} Photo: Falk`,
      `${text.split('. ')[0]}.`,
    ]),
  ),
  page(
    'magazine: interview in short lines',
    news(
      `<article><h1>Five questions</h1><div class="interview">${repeat(14, (at) => `<p><strong>Why hive ${at}?</strong></p><p>Because it hums, ${at} times.</p>`)}</div>${BIO}</article>${CARDS}`,
    ),
    repeat(14, (at) => `Why hive ${at}? Because it hums, ${at} times.\n`),
  ),
  page(
    'blog: entry with tags, related entries and comments inside',
    news(
      `<div id="content"><div class="post hentry"><h2 class="entry-title">The beekeeper</h2><div class="entry-content">${paragraphs(STORY)}<div class="sharedaddy"><h3>Share this:</h3>${SHARE}</div><div id="jp-relatedposts"><h3>Related</h3>${repeat(3, CARD)}</div></div><p class="postmetadata">Posted in <a href="/c">Nature</a>. Tags: <a href="/t1">bees</a>, <a href="/t2">honey</a></p></div>${COMMENTS}</div><div id="sidebar"><h3>Archives</h3>${list(24, 'Month')}<h3>Blogroll</h3>${list(10, 'Friend')}</div>`,
    ),
    STORY,
  ),
  page(
    'blog: index of entries with excerpts',
    news(
      `<main>${STORY.map((text, at) => `<article class="post"><h2><a href="/p/${at}">Entry ${at} of the year</a></h2><p>${text}</p><a class="more" href="/p/${at}">Continue reading</a></article>`).join('')}</main>`,
    ),
    STORY.flatMap((text, at) => [`Entry ${at} of the year`, text, 'Continue reading']),
  ),
  page(
    'blog: text in sections of one page builder',
    news(
      `<div class="wp-block-group">${STORY.map((text) => `<div class="elementor-section"><div class="elementor-container"><div class="elementor-column"><div class="elementor-widget-text-editor"><p>${text}</p></div></div></div></div>`).join('')}</div>${CARDS}`,
    ),
    STORY,
  ),
  page(
    'documentation: contents, code and a table of parameters',
    document(
      `<nav class="navbar">${list(8, 'Product')}</nav><div class="layout"><aside class="menu">${list(60, 'Chapter')}</aside><main><nav class="breadcrumbs"><a href="/">Docs</a> / <a href="/api">API</a></nav><article class="markdown"><h1>createPump</h1><p>Makes a pump, which starts when it is first asked for water.</p><h2>Parameters</h2><table><thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${repeat(8, (at) => `<tr><td><code>option${at}</code></td><td>number</td><td>Litres of chamber ${at} a second</td></tr>`)}</tbody></table><h2>Example</h2><div class="highlight"><pre><code class="language-js">const pump = createPump({ option1: 4 })\nawait pump.start()</code></pre><button class="copy">Copy</button></div><h2>Errors</h2><dl><dt>NoWater</dt><dd>The well is dry.</dd><dt>Late</dt><dd>The valve has not opened in its time.</dd></dl></article><div class="edit"><a href="/edit">Edit this page</a><p>Was this page helpful?</p></div><nav class="pagination"><a href="/prev">Previous: install</a><a href="/next">Next: createValve</a></nav></main><aside class="toc"><h4>On this page</h4>${list(4, 'Part')}</aside></div>`,
      { title: 'createPump' },
    ),
    'Makes a pump, which starts when it is first asked for water. Parameters Name Type Meaning',
    repeat(8, (at) => `option${at} number Litres of chamber ${at} a second `),
    'Example const pump = createPump({ option1: 4 }) await pump.start() Errors',
    'NoWater The well is dry. Late The valve has not opened in its time.',
  ),
  page(
    'documentation: a readme below a list of files',
    document(
      `<header>${list(6, 'Feature')}</header><div class="repo"><table class="files"><tbody>${repeat(20, (at) => `<tr><td><a href="/f${at}">file${at}.c</a></td><td><a href="/c${at}">fix build</a></td><td>3 weeks ago</td></tr>`)}</tbody></table><article class="markdown-body"><h1>pumpd</h1><p>${STORY[0]}</p><h2>Install</h2><pre>make install</pre><p>${STORY[1]}</p><h2>Licence</h2><p>${STORY[2]}</p></article></div><div class="side"><h2>About</h2><p>Small daemon for pumps</p>${list(5, 'Release')}</div>${FOOT}`,
      { title: 'pumpd' },
    ),
    STORY.slice(0, 3),
    'pumpd Install make install Licence',
  ),
  page(
    'forum: question, answers and cards of users',
    document(
      `<header>${list(8, 'Board')}</header><div id="mainbar"><h1>How do I wrap a hive?</h1>${STORY.slice(
        0,
        4,
      )
        .map(
          (text, at) =>
            `<div class="answer post"><div class="votes"><button>Up</button><span>${at * 3}</span><button>Down</button></div><div class="postcell"><div class="s-prose"><p>${text}</p></div><div class="post-menu"><a href="/s">Share</a><a href="/e">Edit</a><a href="/f">Follow</a></div><div class="user-info"><a href="/u${at}">user${at}</a><span>1,${at}23 reputation</span></div></div></div>`,
        )
        .join(
          '',
        )}</div><div id="sidebar"><h4>Hot questions</h4>${list(25, 'Question')}</div>${FOOT}`,
      { title: 'How do I wrap a hive?' },
    ),
    STORY.slice(0, 4),
  ),
  page(
    'forum: discussion of a link, in comments',
    document(
      `<table class="head"><tr><td>${list(6, 'View')}</td></tr></table><table class="itemlist"><tr><td><a href="https://b.example/">Bees and ledgers</a></td></tr></table><table class="comment-tree">${[...STORY, ...ENGLISH].map((text, at) => `<tr class="comtr"><td><span class="comhead"><a href="/u${at}">user${at}</a></span><div class="comment"><span class="commtext">${text}</span></div></td></tr>`).join('')}</table>`,
      { title: 'Bees and ledgers' },
    ),
    STORY,
    ENGLISH,
  ),
  page(
    'forum: thread in a table',
    document(
      `<table class="forumline"><tbody>${STORY.map((text, at) => `<tr><td class="name"><b>member${at}</b><br>Joined: 2004<br>Posts: ${at}11</td><td class="body"><span class="postbody">${text}</span></td></tr>`).join('')}</tbody></table><table class="jump"><tr><td>${list(10, 'Forum')}</td></tr></table>`,
    ),
    STORY,
  ),
  page(
    'shop: product with a description, facts and reviews',
    document(
      `${COOKIES}<header>${list(12, 'Category')}</header><main><div class="product"><div class="gallery"><img src="/1.jpg" alt="Hive"></div><div class="info"><h1>Hive of larch</h1><span class="price">£189.00</span><button>Add to basket</button><p>In stock, delivered in 3 days.</p></div><div class="description"><h2>Description</h2><p>${STORY[3]}</p><p>${STORY[4]}</p></div><div class="facts"><h2>Facts</h2><table><tr><th>Wood</th><td>Larch</td></tr><tr><th>Weight</th><td>11 kg</td></tr></table></div></div><section class="recommendations"><h2>Customers also bought</h2>${repeat(8, (at) => `<div class="tile"><a href="/p${at}">Smoker ${at}</a><span>£${at}9.00</span></div>`)}</section></main>${FOOT}`,
      { title: 'Hive of larch' },
    ),
    'Description',
    STORY.slice(3, 5),
    'Facts Wood Larch Weight 11 kg',
  ),
  page(
    'wiki: box of facts, contents, references and links between entries',
    document(
      `<div id="mw-head">${list(10, 'View')}</div><div class="mw-body"><h1>Beekeeping</h1><div id="siteSub">From the free encyclopedia</div><div class="mw-parser-output"><table class="infobox"><tr><th>Kind</th><td>Craft</td></tr></table><p>${STORY[0]}<sup class="reference"><a href="#n1">[1]</a></sup></p><div id="toc" class="toc"><h2>Contents</h2>${list(5, 'Heading')}</div><h2>History<span class="mw-editsection">[<a href="/e">edit</a>]</span></h2><p>${STORY[1]}</p><p>${STORY[2]}</p><h2>Practice<span class="mw-editsection">[<a href="/e">edit</a>]</span></h2><p>${STORY[3]}</p><p>${STORY[4]}</p><div class="navbox">${list(30, 'Craft')}</div></div><div id="catlinks">${list(5, 'Group')}</div></div><div id="mw-panel">${list(20, 'Tool')}</div>${FOOT}`,
      { title: 'Beekeeping' },
    ),
    STORY.slice(0, 5),
    '[1] History Practice Kind Craft',
  ),
  page(
    'recipe: ingredients and steps in lists, below a long story',
    news(
      `<article class="recipe"><h1>Honey cake</h1>${paragraphs(STORY.slice(0, 2))}<div class="card-recipe"><h2>Ingredients</h2><ul>${repeat(9, (at) => `<li>${at + 1} spoons of item ${at}</li>`)}</ul><h2>Method</h2><ol><li>Warm the honey with the butter until both have melted.</li><li>Stir in flour and eggs, and bake for fifty minutes.</li></ol></div></article>${CARDS}${COMMENTS}`,
    ),
    STORY.slice(0, 2),
    `Ingredients ${repeat(9, (at) => `${at + 1} spoons of item ${at} `)} Method`,
    'Warm the honey with the butter until both have melted.',
    'Stir in flour and eggs, and bake for fifty minutes.',
  ),
  page(
    'questions and answers that unfold',
    news(
      `<main><h1>Questions</h1><div class="faq">${STORY.map((text, at) => `<details><summary>Question number ${at} about bees?</summary><div><p>${text}</p></div></details>`).join('')}</div></main>`,
    ),
    STORY.flatMap((text, at) => [`Question number ${at} about bees?`, text]),
  ),
  page(
    'announcement of a job in lists',
    news(
      `<div class="job"><h1>Beekeeper wanted</h1><p>${STORY[3]}</p><h3>Your tasks</h3><ul>${STORY.slice(
        4,
        7,
      )
        .map((text) => `<li>${text}</li>`)
        .join(
          '',
        )}</ul><h3>We offer</h3><ul><li>Honey</li><li>A shed</li></ul><a class="apply" href="/apply">Apply now</a></div><div class="similar">${repeat(5, CARD)}</div>`,
    ),
    STORY.slice(3, 7),
    'Your tasks We offer Honey A shed',
  ),
  page(
    'message of a mailing list',
    document(
      `<h1>[bees] Wrapping hives</h1><b>Falk</b> <a href="mailto:x">falk at example</a><br><i>Tue Mar 3 2026</i><ul><li>Previous: <a href="1">[bees] Mites</a></li><li>Next: <a href="2">[bees] Snow</a></li></ul><hr><pre>${STORY.slice(0, 5).join('\n\n')}</pre><hr><ul><li>Messages sorted by: <a href="d">date</a> <a href="t">thread</a></li></ul>`,
    ),
    STORY.slice(0, 5),
  ),
  page(
    'poem in broken lines',
    news(
      `<main><h1>Hives</h1><div class="poem"><p>Eleven boxes by the wall<br>nobody had asked at all<br>what it is they hum about</p><p>Till the winter let them out<br>one by one and thin and slow<br>over crusts of April snow</p></div></main>`,
    ),
    'Eleven boxes by the wall nobody had asked at all what it is they hum about',
    'Till the winter let them out one by one and thin and slow over crusts of April snow',
  ),
  page(
    'paper: abstract, authors and references',
    document(
      `<nav>${list(9, 'Journal')}</nav><main><h1>Pollen of ninety species</h1><ul class="authors"><li>A. Lee</li><li>B. Ek</li></ul><section id="abstract"><h2>Abstract</h2><p>${STORY[4]}</p></section><section><h2>Introduction</h2><p>${STORY[6]}</p><p>${STORY[2]}</p></section><section><h2>Results</h2><p>${STORY[3]}</p></section><section id="references"><h2>References</h2><ol>${repeat(6, (at) => `<li>Ek, B. Hives of kind ${at}. Journal ${at}, 1999.</li>`)}</ol></section></main>${FOOT}`,
      { title: 'Pollen of ninety species' },
    ),
    [STORY[4] ?? '', STORY[6] ?? '', STORY[2] ?? '', STORY[3] ?? ''],
    'Abstract Introduction Results References',
    repeat(6, (at) => `Ek, B. Hives of kind ${at}. Journal ${at}, 1999. `),
  ),
]
