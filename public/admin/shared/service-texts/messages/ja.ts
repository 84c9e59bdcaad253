import type { Messages } from './en.ts'

const BACKUP = '今すぐ作成してください: npm run backup -- FILE'
const WITHOUT_FFMPEG =
  '録音はPCMのWAVファイルだけが読め、音声はwavかpcmだけになり、ほかのリクエストは503 not_installedになります'
const WITHOUT_CHROMIUM =
  'スクリプトで作られるWebページは、スクリプトが描く部分なしで読まれ、描画したページのリクエストは503 not_installedになります'
const WITHOUT_YT_DLP =
  '動画サイトはYouTubeだけが音声なしで読め、ほかのリクエストは503 not_installedになります'
const CORRECT = '{setting}を直すか、削除してください'
const TOOL_MISSING =
  'プログラム{command}がインストールされていないか、HearthのPATHにありません。エンジン{engine}は応答できません'
const FREE = '{path}のディスクの空きを増やしてください: {command}'
const LEFT = '取り消しとジョブの終了のために確保した{reservedBytes}のうち、残りは{leftBytes}です'
const OUTLIVES = 'ツールが切り離したプロセスは、ツールやサービスの終了後も残ることがあります'
const FOLDER = 'コレクション「{name}」のフォルダ{path}'
const CLOCK = '時計を合わせてください: timedatectl set-ntp true'
const NODE_CLOCK = '{name}の時計をネットワークで合わせてください: sudo timedatectl set-ntp true'
const AGAIN =
  '{reason}。1時間ごとに再試行します。バックアップは{folder}にあります。状態はnpm run doctorで確認できます。'

export const m: Messages = {
  findings: {
    as_said: ['{text}'],
    check_timeout: ['{seconds}秒応答がないため確認を中止しました。状態は不明です'],
    check_denied: ['このユーザーは{path}を読めないため、確認していません'],
    check_failed: ['確認そのものに失敗しました: {reason}'],
    settings_fine: ['設定に誤りはありません'],
    settings_changed: [
      '起動後に設定が変更されましたが、まだ反映されていません',
      'Hearthを再起動してください',
    ],
    settings_next_fails: ['設定が変更されたため、次の起動は失敗します: {issue}'],
    passkeys_left: [
      'BASE_URLの{host}とは別のホスト名のパスキーがあり、ここではログインに使えません',
      '以前のホスト名に戻すか、リンクでログインして新しいパスキーを追加してもらってください',
    ],
    database_writes: ['データベースに書き込めます'],
    database_no_writes: [
      'データベースに書き込めません。書き込みが必要なリクエストは507になります',
      'ディスクの空きを増やし、ほかのものがファイルを変更していないか確認してください',
    ],
    backups_failed: ['{last}。最後の試行は失敗しました: {reason}', BACKUP],
    backups_stale: ['{last}。Hearthの動作中は毎晩作成されるはずです', BACKUP],
    backups_off: ['{last}。設定により、夜間の作成はありません'],
    backups_due: ['{last}。最初のものはこれから作成されます'],
    backups_fine: ['{last}'],
    backups_incomplete: ['{last}。含まれるはずのファイルがありません: {reason}'],
    gguf_none: [
      '{folder}にGGUFファイルがなく、{command}もインストールされていません。両方あればHearthだけで応答できます',
      '{folder}にGGUFファイルを置き、llama.cppをインストールしてください: {install}',
    ],
    gguf_no_program: [
      '{command}がインストールされていないため、{folder}の{names}で応答できません',
      '{install}',
    ],
    gguf_broken: [
      '{path}が動かないため、{folder}のGGUFファイルで応答できません',
      '試してください: {path} --version',
    ],
    gguf_no_file: [
      '{path}はありますが、{folder}にGGUFファイルがありません',
      '{folder}にGGUFファイルを置いてください',
    ],
    gguf_answers: ['{path}が{names}で応答します'],
    gguf_not_loaded: [
      'モデルファイル{name}を読み込めません: {reason}',
      'もう一度ダウンロードしてください。ファイルが変わると再試行します',
    ],
    engines_none: [
      '応答できるエンジンがありません。chat、generate、agentのリクエストはすべて503になります',
      '上のエンジンのどれかを直してください',
    ],
    engines_unused: [
      'インストール済みですが、ログインは同意なしに使わないため、未使用です: {tools}',
      '使うには、hearth.tomlに[[engines]]とアカウントを追加してください',
    ],
    engines_demo: [
      'エンジンが設定されておらず、このマシンで応答するモデルサーバーもないため、デモだけが応答します',
      'モデルサーバー（llama-server、ollama serveなど）を起動するか、DATA_DIRのmodelsフォルダにGGUFファイルを置くか、hearth.tomlに[[engines]]を追加してください',
    ],
    engine_built_in: ['{label}は内蔵で、常に応答します'],
    engine_down: [
      '{address}の{label}が正しく応答しません（{reason}）。リクエストはほかのエンジンに送られ、なければ失敗します',
      'サーバーを起動してください。応答の確認: curl {address}/models',
    ],
    engine_no_model: [
      '{address}の{label}は応答しますが、モデルがありません',
      'モデルを読み込んでください',
    ],
    engine_answers: ['{address}の{label}が{names}で応答します'],
    engine_no_such_model: [
      '{address}の{label}は応答しますが、{missing}がありません。そのリクエストは失敗することがあります',
      'それを読み込むか、{engine}のmodelsを直してください',
    ],
    tool_missing: [
      TOOL_MISSING,
      'インストールするか、[[engines]] {engine}のcommandにパスを設定してください',
    ],
    tool_to_install: [TOOL_MISSING],
    account: ['{engine}のアカウント{account}（{path}）: {status}'],
    account_sign_in: [
      '{engine}のアカウント{account}（{path}）: {status}',
      'ログインしてください: {command}',
    ],
    speech_none: [
      '読み上げエンジンがないため、テキストを読み上げられません',
      '内蔵の音声を再びオンにするか、espeak-ngをインストールするか（apt install espeak-ng、brew install espeak-ng）、hearth.tomlの[[speech_engines]]に音声サーバーを指定してください',
    ],
    speech: ['{name}で読み上げ: {status}'],
    speech_parked: ['{name}で読み上げ: {status}', '「エンジン」のページで状態を確認してください'],
    transcription_none: [
      '文字起こしエンジンがないため、録音を文字起こしできません',
      'whisperサーバー（whisper.cpp、speaches、LocalAI）を起動するか、whisper-cliとモデルをインストールするか、hearth.tomlの[[transcription_engines]]に指定してください',
    ],
    transcription: ['{name}で文字起こし: {status}'],
    transcription_parked: [
      '{name}で文字起こし: {status}',
      '「エンジン」のページで状態を確認してください',
    ],
    bucket_unusable: ['{reason}。ファイルの保存も送信もできません', '{fix}'],
    bucket_used: ['ファイルは{origin}のバケット{bucket}にあり、読み書きと一覧ができます'],
    bucket_leftovers: [
      'データフォルダ{folder}に、バケット以前の{names}が残っていますが、使われていません',
      'Hearthを停止してコピーし、その後、元を削除してください: npm run files -- move',
    ],
    folder_is_file: [
      'データフォルダ{path}がファイルのため、Hearthを起動できません',
      'DATA_DIRにフォルダを指定するか、{path}を移動してください',
    ],
    folder_private: ['データフォルダ{path}を読めるのは所有者だけです'],
    folder_open: ['このマシンのほかのユーザーが、すべての会話を含む{paths}を読めます'],
    folder_blocked: [
      'ユーザー{user}は{paths}に書き込めません。Hearthをこのユーザーで動かすと起動できません',
      'Hearthのユーザーで実行するか、次を実行してください: sudo chown -R {user} {folder}',
    ],
    folder_new: ['データフォルダ{path}はまだありません。最初の起動で作成されます'],
    folder_denied: [
      'データフォルダ{path}がなく、このユーザーは{parent}に作成できません。Hearthを起動できません',
    ],
    secrets_open: ['このマシンのほかのユーザーが、キーやパスワードを含む{path}を読めます'],
    provider_answers: ['IDプロバイダー{name}は応答しています'],
    provider_down: [
      'IDプロバイダー{name}が正しく応答しません（{reason}）。これを使ったログインはできません',
      '応答を確認してください: curl -i {url}',
    ],
    provider_other_name: [
      'IDプロバイダーは{reported}と名乗りますが、OIDC_ISSUERは{issuer}です。これを使ったログインはできません',
      'それが正しいプロバイダーなら、OIDC_ISSUER={quoted}と設定してください',
    ],
    bun_right: ['package.jsonの指定どおり、Bun {version}で動いています'],
    bun_other: [
      'Bun {version}で動いていますが、Hearthは{required}でテストされています',
      '正しいバージョンをインストールして使うnpm startで起動してください',
    ],
    clock_wrong: [
      '時計が{time}というありえない時刻です。ログイン、期限つきのキー、httpsが失敗します',
      CLOCK,
    ],
    clock_behind: [
      '時計は{time}ですが、データフォルダには{written}の書き込みがあります。時計が遅れているため、期限切れのものが再び使えたり、使用状況が別の日に数えられたりします',
      CLOCK,
    ],
    clock_right: ['時計は{time}で、すべての書き込みより後です'],
    disk_no_files: ['{path}のディスクにはこれ以上ファイルを置けません', FREE],
    disk_full: [
      `{path}のディスクがいっぱいです（空き{freeBytes}）。書き込みが必要なリクエストは507になります。${LEFT}`,
      FREE,
    ],
    disk_was_full: [`{path}のディスクがいっぱいになりました。${LEFT}`, FREE],
    disk_fine: ['{room}'],
    disk_tight: [
      '{room}。バックアップと更新ではコピーされるため、{neededBytes}の空きが必要です',
      FREE,
    ],
    disk_refuses_files: [
      '{room}。MIN_FREE_BYTESの{neededBytes}より多く空くまで、ファイルは受け付けられません',
      '{path}のディスクの空きを増やすか、MIN_FREE_BYTESを小さくしてください: {command}',
    ],
    connections_setting: [
      'MAX_CONNECTIONS_PER_ADDRESSは効果がありません。使われない接続は、だれのものでも時間で閉じられます',
      'この設定を削除してください',
    ],
    connections_many: ['同時に開けるファイルと接続は{limit}個です'],
    connections_few: [
      '同時に開けるファイルと接続が{limit}個しかありません。何もしないクライアントで埋まると、ほかの人が接続できません',
      '開けるファイルを増やしてください: サービスのユニットのLimitNOFILE、またはulimit -n {wanted}',
    ],
    address_leads: ['{url}（{name}）はHearthに届きます'],
    address_host: [
      '{url}（{name}）はHearthに届きますが、Hostがブラウザのものと違うため、だれでも421になります',
      'プロキシでHostを保ってください: nginxではproxy_set_header Host $host;、Caddyでは自動です',
    ],
    address_no_service: [
      '{url}（{name}）のプロキシが{status}を返します。Hearthが動いていないか、別のポートに転送されています',
      'Hearthを起動し、EDGE_PORTに転送してください',
    ],
    address_other: [
      '{url}（{name}）は別のプログラムに届き、{status}が返ります。ログインや、メールとページのリンクが失敗します',
      'その名前をEDGE_PORTに転送するか、{name}を直してください',
    ],
    address_unreachable: [
      'このマシンから{url}（{name}）に接続できません: {reason}。ルーターが内側に戻さない場合、外からは届くことがあります',
      '別のネットワークから試してください: curl -i {url}/health',
    ],
    proxy_answers: [
      'ユーザーが指定したアドレスはプロキシ{host}（EGRESS_PROXY）で取得し、接続できます',
    ],
    proxy_down: [
      'プロキシ{host}（EGRESS_PROXY）に接続できません（{reason}）。ユーザーが指定したアドレスから取得できません',
      '起動するか、EGRESS_PROXYを直してください。EGRESS_PROXYがなければ、Hearthは直接接続します',
    ],
    workers_off: ['ワーカーはオフです: {reason}', '{fix}'],
    workers_isolated: [
      'ワーカーのコマンドはサンドボックスで動きます（{user}、{memory}、{python}）',
    ],
    profile_faulty: [
      'ワーカーのプロファイル{name}は使えません: {reason}',
      '{path}を直してください',
    ],
    profiles_fine: ['ワーカーのプロファイル{profiles}個が使えます'],
    tools_in_namespaces: [
      'ツールはそれぞれPID名前空間で動き、起動したものがツールやサービスの終了後に残りません',
    ],
    tools_in_groups: [
      'ツールはそれぞれコントロールグループで動き、起動したものはツールとともに終了します。サービスが強制終了されたときに残ったものは、次の起動時に終了します',
    ],
    tools_switched_off: [`${OUTLIVES}。programs.containがオフです`, 'この設定を削除してください'],
    tools_other_system: [`このシステムでは、${OUTLIVES}`],
    tools_no_namespace: [
      `${OUTLIVES}。bubblewrapがここでPID名前空間を作れません`,
      'apt install bubblewrap（Debian、Ubuntu）でインストールし、PID名前空間の作成を許可するか、サービスにコントロールグループの作成を許可してください（ユニットにDelegate=yes）',
    ],
    ffmpeg_missing: [
      `{command}がインストールされていません。${WITHOUT_FFMPEG}`,
      'apt install ffmpeg（Debian、Ubuntu）またはbrew install ffmpeg（macOS）',
    ],
    ffmpeg_not_there: [`{command}がインストールされていません。${WITHOUT_FFMPEG}`, CORRECT],
    ffmpeg_broken: [`{path}が動きません。${WITHOUT_FFMPEG}`, '試してください: {path} -version'],
    ffmpeg_works: ['ffmpeg {version}であらゆる形式の音声を読み書きできます'],
    prlimit_works: ['文書と録音は、メモリを制限して読み込まれます'],
    prlimit_missing: [
      'prlimitがインストールされていません。悪意のある文書や録音が、時間切れまでメモリを使い切ることがあります',
    ],
    bubblewrap_missing: [
      'bwrapがインストールされていないため、録音は二重の防御であるサンドボックスなしでデコードされます',
    ],
    bubblewrap_works: ['録音は、ネットワークのないサンドボックスでデコードされます'],
    bubblewrap_denied: [
      'bwrapがここでサンドボックスを作れないため、録音は二重の防御であるサンドボックスなしでデコードされます',
      'コンテナでなければ、ユーザー名前空間を許可してください',
    ],
    chromium_missing: [
      `{command}がインストールされていません。${WITHOUT_CHROMIUM}`,
      'apt install chromium（Debian）でインストールするか、programs.chromiumにChromeのパスを設定してください',
    ],
    chromium_not_there: [`{command}がインストールされていません。${WITHOUT_CHROMIUM}`, CORRECT],
    chromium_broken: [
      `{path}が動きません。${WITHOUT_CHROMIUM}`,
      '試してください: {path} --version',
    ],
    chromium_works: ['{name}で、スクリプトで作られるWebページを描画します'],
    chromium_as_root: [
      '{name}で、スクリプトで作られるWebページを描画します。このユーザーはrootのため、Chromium自身のサンドボックスは使われません',
      'Hearthを別のユーザーで動かしてください',
    ],
    yt_dlp_missing: [
      `{command}がインストールされていません。${WITHOUT_YT_DLP}`,
      'pipx install "yt-dlp[default]"またはbrew install yt-dlp（aptのものは多くのシステムで古すぎます）',
    ],
    yt_dlp_not_there: [`{command}がインストールされていません。${WITHOUT_YT_DLP}`, CORRECT],
    yt_dlp_broken: [`{path}が動きません。${WITHOUT_YT_DLP}`, '試してください: {path} --version'],
    yt_dlp_old: [
      'yt-dlp {version}（{path}）は、数週間ごとに変わる今の動画サイトには古すぎ、多くのリクエストが失敗します',
      'pipx upgrade yt-dlp（aptのものの代わりならpipx install "yt-dlp[default]"）を、今と、ときどき実行してください',
    ],
    yt_dlp_in_sandbox: [
      'yt-dlp {version}が、公開アドレスだけに出られるサンドボックスで動画サイトを読みます',
    ],
    yt_dlp_works: ['yt-dlp {version}が動画サイトを読みます'],
    yt_dlp_in_the_open: [
      'bwrapがないか、ここで作れないため、yt-dlp {version}はサンドボックスなしで動画サイトを読みます。プライベートアドレスから守るのは、指定したプロキシだけです',
      'apt install bubblewrapでインストールし、コンテナでなければユーザー名前空間を許可してください',
    ],
    tool_server_failed: [
      'ツールサーバー{server}（{host}）は使えません: {reason}',
      '[[mcp_servers]]のブロックと、サーバーが動いているかを確認し、「エンジン」で再確認してください',
    ],
    tool_server_offers: ['ツールサーバー{server}はツールを{tools}個提供します'],
    tool_server_withheld: [
      'ツールサーバー{server}の次のものは提供できません: {names}',
      '[[mcp_servers]]のブロックのtoolsを直してください。「エンジン」のページにあるものが表示されます',
    ],
    nodes_online: ['オンラインのマシン: {names}'],
    nodes_none: [
      'ほかのマシンがオンラインでないため、このマシンがすべての作業を行います',
      '別のマシンで、同じ[queue]のurlを使ってnpm run workerを実行するか、設定から[queue]を削除してください',
    ],
    node_lost: [
      'マシン{name}と連絡が取れず、作業は割り当てられません',
      '{name}の電源、Redisサーバーへの接続、npm run workerの実行を確認するか、「マシン」のページで削除してください',
    ],
    node_version: [
      'マシン{name}に作業は割り当てられません。Hearthのバージョンは{version}で、このサービスは{own}です',
      '古いほうを更新し、再起動してください',
    ],
    node_ahead: [
      'マシン{name}の時計が{seconds}秒進んでいるため、ログと利用枠の時刻が正しくありません',
      NODE_CLOCK,
    ],
    node_behind: [
      'マシン{name}の時計が{seconds}秒遅れているため、ログと利用枠の時刻が正しくありません',
      NODE_CLOCK,
    ],
    knowledge_not_followed: [
      `${FOLDER}に追従できません: {reason}`,
      'フォルダがあり、サービスのユーザーが読めるかを確認するか、コレクションを削除してください',
    ],
    knowledge_soon: [`${FOLDER}はまもなく読み込まれます`],
    knowledge_followed: [`${FOLDER}に追従しています: ファイル{files}個`],
    files_damaged: [
      '保存ファイル{files}個のうち{lost}個の内容が失われ、フォルダ内の{strays}個はどれにも属しません',
      '名前はログで確認できます。DATA_DIR/filesのコピーから足りないものを戻し、どれにも属さないものは移動してください',
    ],
  },
  alerts: {
    account_failed: ['{account}', '{account}は{state}{until}: {evidence}'],
    account_signed_out: ['{account}', '{account}は{state}{until}: {evidence}'],
    account_back: ['{account}', '{account}を再び使っています: {by}'],
    user_pending: [
      '{name}が承認を待っています',
      '{name}が{issuer}で初めてログインしました（ユーザー{id}）。承認するまで何も使えません。',
    ],
    passkey_suspect: [
      '{account}のパスキー',
      '{account}のパスキー「{passkey}」が、{address}から、戻ったカウンターで使われました。コピーされた可能性があるため、今後は拒否されます。{account}は削除して新しいものを追加できます。',
    ],
    budget: [
      '{name}が今月の予算の{percent}%を使いました',
      '{name}は今月、{credits}クレジットのうち{used}を使いました。拒否されるものはありません。',
    ],
    refresh_token_reused: [
      '{heading}',
      '「{name}」（{device}、{account}）のリフレッシュトークンが2回使われ、2回目は{address}からでした。コピーされた可能性があるため、ログアウトしました。続けるには再接続してください。',
    ],
    backup_failed: ['夜間のバックアップに失敗しました', AGAIN],
    backup_old: ['この2日間の正常なバックアップがありません', AGAIN],
    backup_back: ['バックアップが再び動作しています', '{name}を作成し、確認しました。'],
    files_damaged: [
      '保存ファイルとその記録が一致しません',
      '{damage}。何も削除されません。ファイルなしでのデータベースの復元、ディスクの故障、手作業での変更が原因です。名前はログにあります。',
    ],
    worker_budget: [
      '今日のワーカージョブの{percent}%を使いました',
      '{day}のワーカージョブ{attempts}件のうち{used}件を使い、残りは{left}件です。次の日は{clock}（{timeZone}）に始まります。1日の件数は[workers]のattempts_per_dayで決まります。',
    ],
    worker_node_lost: [
      'マシン{name}と連絡が取れません',
      '数秒間{name}から応答がありません。行っていた作業は、可能なら別のマシンでやり直されます。戻ればまた作業が割り当てられます。',
    ],
    worker_node_back: ['マシン{name}が戻りました', '{name}に再び作業が割り当てられます。'],
  },
  parts: {
    fetch_nothing_listens: 'そこで待ち受けているものがありません',
    fetch_closed: '接続が切断されました',
    fetch_no_name: 'その名前は存在しません',
    fetch_no_lookup: '現在、名前解決ができません',
    fetch_too_late: '時間内に応答なし',
    fetch_no_way: 'そのアドレスへの経路がありません',
    fetch_no_network: 'ネットワークがありません',
    fetch_no_tls: 'TLSに対応していません',
    fetch_expired: '証明書の有効期限が切れています',
    fetch_self_signed: '証明書が自己署名です',
    fetch_not_trusted: '証明書に、このマシンが信頼する署名がありません',
    fetch_other_name: '証明書が別の名前のものです',
    fetch_proxy_refuses: 'プロキシが接続を拒否しています',
    fetch_no_http: '応答がHTTPではありません',
    fetch_long_headers: 'ヘッダーが長すぎます',
    bucket_no_list: '{origin}のバケット{bucket}の一覧を取得できません（「{said}」）',
    bucket_no_write: '{origin}のバケット{bucket}に書き込めません（「{said}」）',
    bucket_no_read: '{origin}のバケット{bucket}から読み取れません（「{said}」）',
    bucket_no_delete: '{origin}のバケット{bucket}で削除できません（「{said}」）',
    bucket_start: 'そのサーバーを起動するか、[files] s3のendpointを直してください',
    bucket_key:
      '[files] s3のkeyとsecretを直し、そのキーにバケットの一覧、読み取り、書き込み、削除を許可してください',
    bucket_room: '空き容量を増やすか、割り当てを増やしてください',
    bucket_busy: 'そのサーバーを確認してください。応答はありますが、リクエストを処理していません',
    bucket_create:
      'バケット{bucket}を作成するか、[files] s3のbucketを直してください。Hearthはバケットを作成しません',
    bucket_clock: 'このマシンかそのサーバーの時計を合わせてください',
    bucket_region:
      '[files] s3のregionとendpointを直してください。バケットは別のリージョンにあります',
    bucket_endpoint: '[files] s3のendpointを直してください。S3サーバーのアドレスを指定します',
    sandbox_linux: 'サンドボックスはLinuxでのみ使えます',
    sandbox_use_linux:
      'ワーカーを使うには、HearthをLinuxで動かしてください。ほかの機能はここでも使えます',
    sandbox_no_users: 'このコンテナのrootには、コマンドを実行するためのユーザーIDがありません',
    sandbox_use_user: 'Hearthをroot以外のユーザーで実行してください',
    sandbox_leaks: 'サンドボックスに隙間があります: 「{said}」',
    sandbox_report: 'LinuxとbubblewrapのバージョンをそえてHearthの開発者に報告してください',
    sandbox_not_tried: 'サンドボックスを試せません: 「{said}」',
    sandbox_disk: 'TMPDIRとディスクを確認してください',
    sandbox_missing: '{command}がインストールされていません',
    sandbox_install: '{command}',
    sandbox_processor: 'このプロセッサー（{processor}）ではシステムコールを制限できません',
    sandbox_processors: 'ワーカーにはx86-64またはarm64のプロセッサーが必要です',
    sandbox_old: 'bubblewrapが古すぎます。{option}に対応していません',
    sandbox_newer: 'bubblewrap 0.6.1以降をインストールし、programs.bwrapに指定してください',
    sandbox_apparmor:
      'AppArmorがbubblewrapによるユーザー名前空間の作成を禁止しています。Ubuntu 24.04以降の既定の設定です（「{said}」）',
    sandbox_profile:
      'bubblewrapに許可してください。rootで{profile}を/etc/apparmor.d/bwrapに書き込み、実行します: apparmor_parser -r /etc/apparmor.d/bwrap',
    sandbox_root_only: 'カーネルがユーザー名前空間の作成をrootだけに許可しています（「{said}」）',
    sandbox_no_namespaces: 'カーネルがユーザー名前空間を許可していません（「{said}」）',
    sandbox_as_root: 'rootで実行: {command}',
    sandbox_container:
      'このコンテナは、サンドボックスに必要な名前空間を作成できません（「{said}」）',
    sandbox_outside:
      'Hearthをコンテナの外で動かしてください（例: npm run setup）。コンテナに許可するオプション（{options}）は、コンテナ自体を弱くします',
    sandbox_failed: 'bubblewrapはここでサンドボックスを作成できません: 「{said}」',
    sandbox_try: 'Hearthのユーザーで試してください: {command}',
    sandbox_silent: 'メッセージなしで終了',
    backup_none: '{folder}にバックアップがありません',
    backup_newest: '最新のバックアップは{age}前のものです（{path}、{fileBytes}、{contents}）',
    age_hour: '1時間以内',
    age_hours: '{hours}時間',
    age_days: '{days}日',
    contents_database: 'データベースのみで、ファイルの内容なし',
    contents_whole: 'データベースとすべてのファイルの内容',
    contents_lost: 'データベースとすべてのファイルの内容。以前に失われた{lost}個はありません',
    and_more: '{names}、ほか{more}個',
    no_answer: '時間内に応答なし',
    no_document: '応答がディスカバリー文書ではありません',
    answers: '{status}が返ります',
    status_new: '新規',
    status_disabled: 'あなたがオフにしました',
    status_ready: '利用可能',
    status_parked: '一時停止中（{verdict}）: {evidence}',
    status_parked_until: '{untilAt}まで一時停止（{verdict}）: {evidence}',
    status_as_said: '{text}',
    disk_room: 'データフォルダの空きは{freeBytes}です',
    disk_room_database: 'データフォルダの空きは{freeBytes}で、データベースは{databaseBytes}です',
    own_user: 'ジョブごとに専用のユーザー',
    no_rights: '権限なし',
    memory_watched: 'メモリは毎秒10回確認',
    memory_bounded: 'メモリはコントロールグループで制限（{groups}）',
    with_python: 'Pythonあり',
    without_python: 'Pythonなし（未インストール）',
    unknown_version: '（バージョン不明）',
    install_llama:
      'brew install llama.cpp、apt install llama.cpp（Debian 14）、または[programs]のllama_serverに指定',
    quota: '利用枠を使い切りました',
    signed_out: 'ログアウトされています',
    not_installed: '起動できません',
    failing: '正しく応答しません',
    parked_until: '。{untilAt}まで一時停止',
    has_answered: '応答がありました',
    probed: '確認に成功しました',
    probed_by_owner: 'あなたの確認に成功しました',
    cleared: '{actor}が再開しました',
    canvas_device: 'canvasデバイス',
    app: 'アプリ',
    canvas_heading: 'canvasデバイス {id}',
    app_heading: 'アプリ {id}',
    no_backup: '作成されていません',
    lost_bytes: '{lost}個の保存ファイルの内容が失われました',
    stray_files: 'ディスク上の{strays}個のファイルに記録がありません',
    lost_and_stray:
      '{lost}個の保存ファイルの内容が失われ、ディスク上の{strays}個のファイルに記録がありません',
  },
}
