import type { Messages } from './en.ts'

export const m: Messages = {
  steps: 'ステップ',
  failed: '失敗',
  tools: {
    list_files: 'ファイルを確認',
    read_file: 'ファイルを読み込み',
    search_files: 'ファイルを検索',
    run: 'コマンドを実行',
    write_artifact: 'ファイルを作成',
    fetch_page: 'ページを読み込み',
    web_search: 'ウェブを検索',
    wait_for_engine: 'エンジンを待機',
    finish: '回答を作成',
  },
}
