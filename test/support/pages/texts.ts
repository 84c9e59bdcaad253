/** Paragraphs as articles have them. */
export const ENGLISH = [
  'The river rose by two metres in the night, said the warden, and the lower road, which had been closed since Monday, is under water.',
  'Forty families left their houses before dawn; most of them, according to the mayor, found a bed in the school or with relatives up the hill.',
  'Rain is expected until Thursday, although the service, which had been wrong about the weekend, speaks of a slow end rather than a sudden one.',
  'The dam above the town holds, and its engineers, who measure every hour, see no reason to open the second gate, at least for the time being.',
  'Farmers fear for the winter wheat, since water that stands longer than three days, they say, takes the seed as well as the soil beneath it.',
  'Help has come from across the border: pumps, boats, and a field kitchen that served eight hundred meals on its first day, mostly soup and bread.',
  'In 1978 the water stood higher still, as a mark on the old mill shows, yet nobody who saw it then remembers it coming so fast.',
  'The council will meet on Friday to decide about the bridge, whose middle pillar was hit by a tree, and about the money, which is short.',
]

export const GERMAN = [
  'Der Fluss stieg in der Nacht um zwei Meter, sagte der Wärter, und die untere Straße, die schon am Montag gesperrt war, steht unter Wasser.',
  'Vierzig Familien verließen vor der Dämmerung ihre Häuser; die meisten fanden, so die Bürgermeisterin, ein Bett in der Schule oder bei Verwandten.',
  'Regen wird bis Donnerstag erwartet, obwohl der Dienst, der sich am Wochenende geirrt hatte, eher von einem langsamen Ende spricht.',
]

export const RUSSIAN = [
  'Ночью река поднялась на два метра, сказал сторож, и нижняя дорога, закрытая ещё с понедельника, теперь под водой, а мост пока держится.',
  'Сорок семей покинули дома до рассвета; большинство из них, по словам мэра, нашли ночлег в школе или у родственников на холме.',
  'Дождь ожидается до четверга, хотя служба, которая ошиблась в выходные, говорит скорее о медленном конце, чем о внезапном.',
]

export const ARABIC = [
  'ارتفع منسوب النهر مترين خلال الليل، كما قال الحارس، والطريق السفلي الذي أُغلق منذ يوم الاثنين صار تحت الماء، لكن الجسر ما زال صامدا.',
  'غادرت أربعون عائلة بيوتها قبل الفجر، ووجد معظمها، بحسب رئيسة البلدية، مكانا في المدرسة أو عند الأقارب فوق التل.',
  'يتوقع هطول المطر حتى يوم الخميس، مع أن الهيئة التي أخطأت في نهاية الأسبوع تتحدث عن نهاية بطيئة لا مفاجئة.',
]

export const JAPANESE = [
  '夜のうちに川の水位は二メートル上がったと番人は言い、月曜日から閉鎖されていた下の道路は、今では完全に水の下にあるが、橋はまだ持ちこたえている。',
  '夜明け前に四十世帯が家を離れ、町長によれば、そのほとんどは学校か、丘の上に住む親戚の家に寝床を見つけることができたという。',
  '雨は木曜日まで続く見込みだが、週末の予報を外した気象台は、突然の終わりよりも、ゆっくりとした終わりになるだろうと話している。',
]

export const CHINESE = [
  '守卫说，河水在夜里上涨了两米，从星期一起就关闭的下游道路现在已经完全被水淹没，不过大桥暂时还没有危险，仍然可以通行。',
  '四十个家庭在天亮之前离开了自己的房子，据镇长介绍，他们当中的大多数人在学校里，或者在山坡上的亲戚家里找到了床位。',
  '预计降雨将持续到星期四，尽管周末预报失误的气象部门表示，这场雨会慢慢地停下来，而不会突然结束，请大家继续保持警惕。',
]

export const KOREAN = [
  '관리인에 따르면 밤사이에 강물이 2미터나 불어났고, 월요일부터 막혀 있던 아랫길은 이제 완전히 물에 잠겼지만 다리는 아직 버티고 있다.',
]

export const FRENCH = [
  'La rivière a monté de deux mètres pendant la nuit, a déclaré le gardien, et la route inférieure, déjà fermée depuis lundi, est inondée.',
]

/** Further paragraphs, with other words. */
export const STORY = [
  'Marta Olsen had not meant to become a beekeeper. She inherited eleven hives from an uncle whom she had met twice, together with a shed full of frames, a smoker and a ledger in which he had noted every swarm since 1961.',
  'Her first season ended badly. Mites took seven of the colonies before Christmas, and the remaining four came through the cold only because a neighbour wrapped them in tar paper while she was away at sea.',
  'What changed her mind was the ledger. Line after line it recorded the flowering of lime, heather and buckthorn, and the weights of honey that followed, until the pattern of a whole valley could be read from it.',
  'She began to plant. Two hectares of thin pasture became a strip of phacelia, clover and borage, sown in three waves so that something would bloom from April until the first frosts of October.',
  'Scientists at the agricultural college noticed. Samples of pollen taken at her gate contained ninety species, twice as many as those from hives that stand beside fields of rape five kilometres further down.',
  '“People imagine that bees need wilderness,” she says, lifting a frame heavy with brood. “They need variety, and variety can be a ditch, a churchyard, or the roof of a school.”',
  'Not everybody agrees. Researchers warn that kept bees compete with wild ones, and that a crowded valley may feed neither; a permit for more than twenty hives is now required in four counties.',
  'Olsen has stopped at eighteen. She sells no queens, teaches a course each spring, and has begun a second ledger, in which her pupils write, in pencil, because ink runs when it rains.',
]

/** What stands around an article, in words of its own. */
export const BOILERPLATE = {
  cookies:
    'We and our 842 partners store and access information on a device, such as cookies, and process personal data, such as unique identifiers, for personalised advertising, measurement and audience research. With your permission we may use precise geolocation data. You may withdraw your consent at any time in the privacy settings.',
  newsletter:
    'Never miss a headline: sign up for the Morning Briefing, delivered to your inbox each weekday. Enter your email address below. By subscribing you accept our terms of service and privacy policy.',
  subscribe:
    'Unlimited digital access from £1 a week. Already a subscriber? Log in to continue. Cancel anytime before your trial ends and you will not be charged.',
  author:
    'Ingrid Falk is a senior correspondent covering rural affairs. She joined the newsroom in 2009 and previously worked for radio stations across Scandinavia. Follow her on Twitter and Mastodon.',
  comment:
    'Great piece, thanks for sharing! My grandfather used to do exactly this in his garden, though he would never have called it science. Does anyone know whether those courses still take enrolments?',
  teaser:
    'Ferry timetable revised after complaints from islanders, with extra departures promised for the holidays and cheaper tickets for pupils',
  footer:
    'Registered office: 14 Harbour Street. Company number 0482913. Complaints procedure, accessibility statement, modern slavery statement, advertise with us, syndication, archive, careers.',
}
