// Made from /openapi.json by `bun run api:types`.
export interface paths {
    "/v1/chat/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a conversation
         * @description As OpenAI’s chat completions, whole or streamed; other fields of theirs are ignored. `auto` takes the first engine that can answer. It costs no credits. One heavy task runs at a time: a slow answer usually waits in the queue.
         *
         *     Refused at once: a third request of one caller or a ninth in all (429), a conversation that is longer than the engine takes, or images and tools where the model has none (422). 503 where no engine could answer.
         *
         *     Needs an API key with the permission `generate` or a session.
         */
        post: operations["post_v1_chat_completions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Models this caller may use
         * @description `auto`, each engine, and each model of an engine as `engine/model`, and each alias of the settings; with what the model’s server says of it. Then those for embeddings and rankings, for callers with the capability `embeddings`, and those that speak or transcribe, for callers with `media`: `capabilities` says what each is for.
         *
         *     Needs an API key or a session.
         */
        get: operations["get_v1_models"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/models/{model}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of these models
         * @description The slash in `engine/model` may be sent as it is, or as `%2F`.
         *
         *     Needs an API key or a session.
         */
        get: operations["get_v1_models_model"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a conversation for Anthropic’s clients
         * @description As Anthropic’s Messages, for their clients and for Claude Code (`ANTHROPIC_BASE_URL`). Guards, models, bounds and the queue are those of `/v1/chat/completions`. The sampling options, tools, pictures, documents and JSON schemas are passed on; the caching of prompts, and tools that Anthropic runs itself, are ignored.
         *
         *     Needs an API key with the permission `generate` or a session.
         */
        post: operations["post_v1_messages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/count_tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate the tokens of a conversation
         * @description By the length of its texts and tools: 3.5 characters are a token, a picture or file is 1,600. No model is asked. As a body may be large, it counts among the requests of its caller.
         *
         *     Needs an API key with the permission `generate` or a session.
         */
        post: operations["post_v1_messages_count_tokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a response
         * @description As OpenAI’s Responses, whole or streamed; other fields of theirs are ignored. It costs no credits. Refusals as of `/v1/chat/completions`.
         *
         *     The answer is stored for its owner, unless `store` is false, so that `previous_response_id` and `item_reference` find it.
         *
         *     Needs an API key with the permission `generate` or a session.
         */
        post: operations["post_v1_responses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses/input_tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate the tokens of a request
         * @description As `/v1/messages/count_tokens` does: by the length of its texts and tools, without asking a model. As a body may be large, it counts among the requests of its caller.
         *
         *     Needs an API key with the permission `generate` or a session.
         */
        post: operations["post_v1_responses_input_tokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses/compact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compact a conversation
         * @description Always refused: `compaction` items, which only a server of OpenAI can write, are not made here, and those that are sent are left out.
         *
         *     Needs an API key with the permission `generate` or a session.
         */
        post: operations["post_v1_responses_compact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a stored response
         * @description Of an answer in the background, its `status` for now.
         *
         *     Needs an API key or a session.
         */
        get: operations["get_v1_responses_id"];
        put?: never;
        post?: never;
        /**
         * Delete a stored response
         * @description An answer in the background ends. What continues it cannot be continued.
         *
         *     Needs an API key or a session.
         */
        delete: operations["delete_v1_responses_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses/{id}/input_items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was asked for a stored response
         * @description Without what it continues. The last item comes first, unless `order` is `asc`.
         *
         *     Needs an API key or a session.
         */
        get: operations["get_v1_responses_id_input_items"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a response in the background
         * @description One that has ended stays as it is.
         *
         *     Needs an API key or a session.
         */
        post: operations["post_v1_responses_id_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a prompt for older clients
         * @description As OpenAI’s completions before chats: the prompt is the one message of a chat, and the sampling options are those of `/v1/chat/completions`. A suffix, token probabilities, several prompts and several answers are refused with 422.
         *
         *     Needs an API key with the permission `generate` or a session.
         */
        post: operations["post_v1_completions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a conversation for Ollama’s clients
         * @description As Ollama’s chat, for Home Assistant and other apps that take its address and a key. Guards, models, bounds and the queue are those of `/v1/chat/completions`. Function calls come whole; their results are taken in order.
         *
         *     Needs an API key with the permission `generate` or a session.
         */
        post: operations["post_api_chat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a prompt for Ollama’s clients
         * @description As Ollama’s generate: a chat of one message.
         *
         *     Needs an API key with the permission `generate` or a session.
         */
        post: operations["post_api_generate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Models for Ollama’s clients
         * @description The names of `GET /v1/models` that answer chats.
         *
         *     Needs an API key or a session.
         */
        get: operations["get_api_tags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What is known of a model, for Ollama’s clients
         * @description Needs an API key or a session.
         */
        post: operations["post_api_show"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Loaded models, for Ollama’s clients
         * @description Ollama’s apps ask for them beside the list of all models.
         *
         *     Needs an API key or a session.
         */
        get: operations["get_api_ps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/version": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The version of Ollama whose API this is
         * @description Open to all.
         */
        get: operations["get_api_version"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Own conversations, or messages with all words of q
         * @description Needs an API key or a session.
         */
        get: operations["get_api_conversations"];
        put?: never;
        /**
         * Begin a conversation
         * @description Needs an API key with the permission `generate` or a session.
         */
        post: operations["post_api_conversations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A conversation with its newest messages, or those before a cursor
         * @description A page has at most `limit` messages and 2 MiB of their text, or a single message that is longer. Most conversations are one page; of others, `next_cursor` as `cursor` asks for the messages before.
         *
         *     Needs an API key or a session.
         */
        get: operations["get_api_conversations_id"];
        put?: never;
        post?: never;
        /**
         * Delete a conversation with its messages
         * @description Answers that are being written are stopped. Nothing of it is kept.
         *
         *     Needs an API key or a session.
         */
        delete: operations["delete_api_conversations_id"];
        options?: never;
        head?: never;
        /**
         * Rename a conversation, pin it, or move it to a folder
         * @description Needs an API key or a session.
         */
        patch: operations["patch_api_conversations_id"];
        trace?: never;
    };
    "/api/conversation-folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Own folders for conversations, by their names
         * @description Needs an API key or a session.
         */
        get: operations["get_api_conversation_folders"];
        put?: never;
        /**
         * Make a folder for conversations
         * @description Needs an API key or a session.
         */
        post: operations["post_api_conversation_folders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversation-folders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a folder; its conversations stay
         * @description Needs an API key or a session.
         */
        delete: operations["delete_api_conversation_folders_id"];
        options?: never;
        head?: never;
        /**
         * Rename a folder, or open or close it in the list
         * @description Needs an API key or a session.
         */
        patch: operations["patch_api_conversation_folders_id"];
        trace?: never;
    };
    "/api/conversations/{id}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who may read a conversation
         * @description Needs an API key or a session.
         */
        get: operations["get_api_conversations_id_shares"];
        put?: never;
        /**
         * Share a conversation as it is now, read only
         * @description What is written later is not shared. Shared with the same member again, it is what is shared now.
         *
         *     Needs an API key or a session.
         */
        post: operations["post_api_conversations_id_shares"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{id}/shares/{share}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a share; acts at once
         * @description Needs an API key or a session.
         */
        delete: operations["delete_api_conversations_id_shares_share"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared-conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Conversations that others share with the own account
         * @description Needs an API key or a session.
         */
        get: operations["get_api_shared_conversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared-conversations/{share}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A conversation that is shared with the own account
         * @description Needs an API key or a session.
         */
        get: operations["get_api_shared_conversations_share"];
        put?: never;
        post?: never;
        /**
         * Take a shared conversation from the own list
         * @description Needs an API key or a session.
         */
        delete: operations["delete_api_shared_conversations_share"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared-conversations/{share}/attachments/{attachment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A file that is attached to a shared message
         * @description Needs an API key or a session.
         */
        get: operations["get_api_shared_conversations_share_attachments_attachment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A conversation that is shared by a link, for anyone who has it
         * @description Open to all.
         */
        get: operations["get_api_shared_link"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shared-link/attachments/{attachment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A file that is attached to a message shared by a link
         * @description Open to all.
         */
        get: operations["get_api_shared_link_attachments_attachment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message; the answer goes on without its reader
         * @description Attachments are read before the message is kept: the request waits for that, and a file that cannot be read is refused by its place in the list. Later messages give them to the model again, the latest first; `note` of an answer says which were left out.
         *
         *     Needs an API key with the permission `generate` or a session.
         */
        post: operations["post_api_conversations_id_messages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{id}/messages/{message}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End an answer where it is
         * @description Needs an API key or a session.
         */
        post: operations["post_api_conversations_id_messages_message_stop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{id}/messages/{message}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a message once more; earlier answers stay as branches
         * @description Needs an API key with the permission `generate` or a session.
         */
        post: operations["post_api_conversations_id_messages_message_retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happens in a conversation, as server-sent events
         * @description Each event is one line of JSON with a type: snapshot, conversation, message, text, thinking, step, place, deleted. With Last-Event-ID, what was missed comes first; otherwise, or where it is not known any more, a snapshot.
         *
         *     Needs an API key or a session.
         */
        get: operations["get_api_conversations_id_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A conversation as a file
         * @description Markdown has the branch with the newest message, JSON has all of them.
         *
         *     Needs an API key or a session.
         */
        get: operations["get_api_conversations_id_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{id}/attachments/{attachment}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A file that is attached to a message, as it came
         * @description Needs an API key or a session.
         */
        get: operations["get_api_conversations_id_attachments_attachment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/conversations/{id}/attachments/{attachment}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The first picture of an attachment, encoded anew
         * @description A picture, or the first page of a document whose text cannot be used, as the model gets it; 404 for any other.
         *
         *     Needs an API key or a session.
         */
        get: operations["get_api_conversations_id_attachments_attachment_picture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/embeddings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn texts into vectors
         * @description As OpenAI’s embeddings, by a model of the owner’s own servers and files: subscriptions have none. Its vectors are compared with those of the same model only, so that no other one answers for it. It costs no credits. The texts wait in the queue with all other work, and are worked on in batches between which others go on.
         *
         *     Needs an API key with the permission `embeddings` or a session.
         */
        post: operations["post_v1_embeddings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rerank": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rank documents by a question
         * @description As the rerankers of Jina and Cohere, by a model of llama.cpp, LocalAI or vLLM, or a GGUF file. Where there is none the answer is 422, and says what can rank. It costs no credits.
         *
         *     Needs an API key with the permission `embeddings` or a session.
         */
        post: operations["post_v1_rerank"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/embed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn texts into vectors for Ollama’s clients
         * @description As `/v1/embeddings`, in Ollama’s form.
         *
         *     Needs an API key with the permission `embeddings` or a session.
         */
        post: operations["post_api_embed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/embeddings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turn a text into a vector for older clients of Ollama
         * @description As `/api/embed`, with one text.
         *
         *     Needs an API key with the permission `embeddings` or a session.
         */
        post: operations["post_api_embeddings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer one prompt
         * @description The answer is text, or with `response_schema` JSON that matches it; then an engine that cannot follow a schema is refused with 422. `attachments` are read first: pictures for engines that see, the text of documents for all; `attachments` in the answer says what was read of each, and what was left out. It costs no credits. Where no engine could answer, `status` is `failed` with `subscription_only`. With `async: true` it answers 202 with a job at once.
         *
         *     Needs an API key with the permission `generate` or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        post: operations["post_api_ai_generate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/generate/{id}/again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run one generate job again
         * @description Makes a new job of the same input, with the rights and prices of now. The job itself stays as it is, whatever its status. Nothing of the request body is read. A job with files is refused with 409: they are deleted at its end.
         *
         *     Needs an API key with the permission `generate` or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        post: operations["post_api_ai_generate_id_again"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/generate/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One generate job
         * @description `status` goes from `queued` over `running` to `succeeded`, `failed` or `cancelled`; only a job that has succeeded has a `result`. Jobs of others are not found. An hour after its end a job is deleted.
         *
         *     Needs an API key or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        get: operations["get_api_ai_generate_id"];
        put?: never;
        post?: never;
        /**
         * Cancel one generate job
         * @description What it runs is stopped at once. A job that has ended stays as it is.
         *
         *     Needs an API key or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        delete: operations["delete_api_ai_generate_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/generate/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One generate job at each change, as server-sent events
         * @description Each event has the whole record as one line of JSON; the last one ends the stream. A new connection begins with the record as it is.
         *
         *     Needs an API key or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        get: operations["get_api_ai_generate_id_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Own jobs of all kinds, without their results
         * @description Needs an API key or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        get: operations["get_api_ai_jobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/agent/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tasks this caller may run
         * @description By name, each with the JSON Schemas of its input, options and result.
         *
         *     Needs an API key or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        get: operations["get_api_ai_agent_tasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/agent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Do one task on a text
         * @description `GET /api/ai/agent/tasks` lists the tasks, each with the schemas of its input, options and result. A task that succeeds costs 2 credits; one that fails costs nothing. An input that does not match its schema is refused with 422. Tasks with an option `brand` take the id of a brand of `GET /api/brands`: the text then has its tone, its language where no option names one, and the words of its glossary; an id that is none is 422. With `async: true` it answers 202 with a job at once.
         *
         *     Needs an API key or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        post: operations["post_api_ai_agent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/agent/{id}/again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run one agent job again
         * @description Makes a new job of the same input, with the rights and prices of now. The job itself stays as it is, whatever its status. Nothing of the request body is read. A job with files is refused with 409: they are deleted at its end.
         *
         *     Needs an API key or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        post: operations["post_api_ai_agent_id_again"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/agent/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One agent job
         * @description `status` goes from `queued` over `running` to `succeeded`, `failed` or `cancelled`; only a job that has succeeded has a `result`. Jobs of others are not found. An hour after its end a job is deleted.
         *
         *     Needs an API key or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        get: operations["get_api_ai_agent_id"];
        put?: never;
        post?: never;
        /**
         * Cancel one agent job
         * @description What it runs is stopped at once. A job that has ended stays as it is.
         *
         *     Needs an API key or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        delete: operations["delete_api_ai_agent_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/agent/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One agent job at each change, as server-sent events
         * @description Each event has the whole record as one line of JSON; the last one ends the stream. A new connection begins with the record as it is.
         *
         *     Needs an API key or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        get: operations["get_api_ai_agent_id_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/worker/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Worker profiles that the caller may use, and what is left of today’s budget
         * @description Needs an API key or a session.
         */
        get: operations["get_api_ai_worker_profiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/worker": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Own worker jobs, without their steps and results
         * @description Needs an API key or a session.
         */
        get: operations["get_api_ai_worker"];
        put?: never;
        /**
         * Give a task to a worker
         * @description A model works on the brief by itself: it reads what is attached, runs commands in a sandbox without a network, reads pages where the profile allows it, and hands files over as artifacts. Always a job. Who may use a profile is set with the key or the user. Each accepted job counts towards the budget of the day, of the caller and of the service; 429 names the one that is used up. 503 says why where no sandbox can be made: nothing runs without one. A job that succeeds costs credits.
         *
         *     Needs an API key or a session.
         */
        post: operations["post_api_ai_worker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/worker/{id}/again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run one worker job again
         * @description Makes a new job of the same brief, which counts towards the budgets of now. The job itself stays as it is, whatever its status. A job with files is refused with 409: they are deleted at its end.
         *
         *     Needs an API key or a session.
         */
        post: operations["post_api_ai_worker_id_again"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/worker/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One worker job
         * @description `status` goes from `queued` over `running` to `succeeded`, `failed` or `cancelled`; `steps` and `artifacts` grow while it runs. Jobs of others are not found. An hour after its end a job is deleted with its artifacts.
         *
         *     Needs an API key or a session.
         */
        get: operations["get_api_ai_worker_id"];
        put?: never;
        post?: never;
        /**
         * Cancel one worker job
         * @description What it runs is stopped at once. A job that has ended stays as it is.
         *
         *     Needs an API key or a session.
         */
        delete: operations["delete_api_ai_worker_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/worker/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One worker job at each change, as server-sent events
         * @description Each event has the whole record as one line of JSON; the last one ends the stream. A new connection begins with the record as it is.
         *
         *     Needs an API key or a session.
         */
        get: operations["get_api_ai_worker_id_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/worker/{id}/steps/{number}/output": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The whole output of a step of a worker job
         * @description What its tool has said, of which the model has got no more than the beginning and the end where it was long. `output.url` of a step has the address. It is there until the job is deleted.
         *
         *     Needs an API key or a session.
         */
        get: operations["get_api_ai_worker_id_steps_number_output"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/worker/{id}/artifacts/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an artifact of a worker job
         * @description Always as a download. It is there until the job is deleted.
         *
         *     Needs an API key or a session.
         */
        get: operations["get_api_ai_worker_id_artifacts_name"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/tts/voices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Voices and formats
         * @description The engines that speak, in the order in which they are asked.
         *
         *     Needs an API key or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        get: operations["get_api_ai_tts_voices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/tts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Speak a text
         * @description Answers with a clip: a sound file with a random name, which opens for anyone who has it, for 30 days or as long as it is kept in the history. The first engine that can say the language of the text speaks it, or the one that `engine` or `voice` name; 422 where none can. A clip costs 1 credit; one that fails costs nothing. With `async: true` it answers 202 with a job at once.
         *
         *     Needs an API key with the permission `media` or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        post: operations["post_api_ai_tts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/tts/{id}/again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run one speech job again
         * @description Makes a new job of the same input, with the rights and prices of now. The job itself stays as it is, whatever its status. Nothing of the request body is read. A job with files is refused with 409: they are deleted at its end.
         *
         *     Needs an API key with the permission `media` or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        post: operations["post_api_ai_tts_id_again"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/tts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One speech job
         * @description `status` goes from `queued` over `running` to `succeeded`, `failed` or `cancelled`; only a job that has succeeded has a `result`. Jobs of others are not found. An hour after its end a job is deleted.
         *
         *     Needs an API key or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        get: operations["get_api_ai_tts_id"];
        put?: never;
        post?: never;
        /**
         * Cancel one speech job
         * @description What it runs is stopped at once. A job that has ended stays as it is.
         *
         *     Needs an API key or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        delete: operations["delete_api_ai_tts_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/tts/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One speech job at each change, as server-sent events
         * @description Each event has the whole record as one line of JSON; the last one ends the stream. A new connection begins with the record as it is.
         *
         *     Needs an API key or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        get: operations["get_api_ai_tts_id_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audio/speech": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Speak a text, streamed
         * @description As OpenAI’s. The sound leaves while it is made: the first sentence at once, however long the text. Where an engine fails in the middle the connection breaks off. It costs 1 credit when it is whole.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        post: operations["post_v1_audio_speech"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/tts/file/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A spoken clip, for anyone who has its name
         * @description Open to all.
         */
        get: operations["get_api_ai_tts_file_name"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/nas/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a file, and get its link
         * @description As the field `file` of a form, or as the body itself with `?filename=`, which is the faster way. Free of credits. More than 100 MB (100,000,000 bytes) is taken only from the own network of the owner.
         *
         *     Needs an API key with the permission `media` or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        post: operations["post_api_nas_upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/nas/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Own files, or those with all words of q in their names
         * @description Needs an API key with the permission `media` or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        get: operations["get_api_nas_files"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/nas/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What may be stored: by the size of a file, the quota and the disk
         * @description Needs an API key with the permission `media` or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        get: operations["get_api_nas_limits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/nas/files/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a file; its link is dead at once
         * @description Needs an API key with the permission `media` or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        delete: operations["delete_api_nas_files_token"];
        options?: never;
        head?: never;
        /**
         * Rename a file, or set when it expires
         * @description A new name changes the link: the old one is not found any more.
         *
         *     Needs an API key with the permission `media` or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        patch: operations["patch_api_nas_files_token"];
        trace?: never;
    };
    "/nas/{token}/{filename}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A stored file, for anyone who has its link
         * @description Open to all.
         */
        get: operations["get_nas_token_filename"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Own collections, and those that others share
         * @description Needs an API key with the permission `media` or a session.
         */
        get: operations["get_api_knowledge"];
        put?: never;
        /**
         * Make a collection
         * @description Needs an API key with the permission `media` or a session.
         */
        post: operations["post_api_knowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Passages that fit a question or words
         * @description In one collection, or in all that the caller may read. Forms of a word count as the word, in English, German and French; more and rarer words rank higher.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        get: operations["get_api_knowledge_search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/{id}/passages/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A passage, with those around it
         * @description Needs an API key with the permission `media` or a session.
         */
        get: operations["get_api_knowledge_id_passages_number"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A collection
         * @description Needs an API key with the permission `media` or a session.
         */
        get: operations["get_api_knowledge_id"];
        put?: never;
        post?: never;
        /**
         * Delete a collection with its notes; files and recordings stay where they are
         * @description Needs an API key with the permission `media` or a session.
         */
        delete: operations["delete_api_knowledge_id"];
        options?: never;
        head?: never;
        /**
         * Rename a collection, or say whether it is shared
         * @description Needs an API key with the permission `media` or a session.
         */
        patch: operations["patch_api_knowledge_id"];
        trace?: never;
    };
    "/api/knowledge/{id}/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is in a collection
         * @description Needs an API key with the permission `media` or a session.
         */
        get: operations["get_api_knowledge_id_sources"];
        put?: never;
        /**
         * Add files, web pages, transcripts, conversations and notes to a collection
         * @description They are read in the background, one after another. They follow: what changes is read again, and what was read of something that is deleted is gone. A page is read now, for the price of reading it, and again when it is asked for.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        post: operations["post_api_knowledge_id_sources"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/{id}/sources/{source}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A source, with its text where it is a note
         * @description Needs an API key with the permission `media` or a session.
         */
        get: operations["get_api_knowledge_id_sources_source"];
        put?: never;
        post?: never;
        /**
         * Take a source out of a collection; a note is deleted
         * @description Needs an API key with the permission `media` or a session.
         */
        delete: operations["delete_api_knowledge_id_sources_source"];
        options?: never;
        head?: never;
        /**
         * Change a note
         * @description Needs an API key with the permission `media` or a session.
         */
        patch: operations["patch_api_knowledge_id_sources_source"];
        trace?: never;
    };
    "/api/knowledge/{id}/sources/{source}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a source again, as one that could not be read
         * @description Needs an API key with the permission `media` or a session.
         */
        post: operations["post_api_knowledge_id_sources_source_read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Own transcripts, translations and clips, or those with all words of q
         * @description Needs an API key with the permission `media` or a session.
         */
        get: operations["get_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/history/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An entry with its content
         * @description Needs an API key with the permission `media` or a session.
         */
        get: operations["get_history_id"];
        put?: never;
        post?: never;
        /**
         * Delete an entry, and the audio of a clip
         * @description Needs an API key with the permission `media` or a session.
         */
        delete: operations["delete_history_id"];
        options?: never;
        head?: never;
        /**
         * Rename an entry, or say whether it is kept
         * @description Needs an API key with the permission `media` or a session.
         */
        patch: operations["patch_history_id"];
        trace?: never;
    };
    "/api/dashboard/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Own calls, credits, jobs and files
         * @description A user’s on all browsers and devices; a key’s own. The rest is nobody’s to see but the owner’s.
         *
         *     Needs an API key or a session.
         */
        get: operations["get_api_dashboard_summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Own usage by day and by model
         * @description Needs an API key or a session.
         */
        get: operations["get_api_dashboard_usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/data-export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The archive of own data: whether it is being made, and where it is
         * @description Needs an API key or a session.
         */
        get: operations["get_api_me_data_export"];
        put?: never;
        /**
         * Make an archive of all own data
         * @description Conversations as Markdown and JSON with what is attached, files, history, usage and account, as one `.tar.gz`. It is made in the background, can be downloaded for 24 hours, and counts in no quota. One at a time.
         *
         *     Needs an API key or a session.
         */
        post: operations["post_api_me_data_export"];
        /**
         * Delete the archive of own data, or stop making it
         * @description Needs an API key or a session.
         */
        delete: operations["delete_api_me_data_export"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/data-export/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the archive of own data
         * @description Of the signed-in user only, as long as it has not expired.
         *
         *     Needs an API key or a session.
         */
        get: operations["get_api_me_data_export_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Own account: its role, and what an admin has granted beside it
         * @description Needs an API key or a session.
         */
        get: operations["get_api_me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Choose the language of the own pages
         * @description From a signed-in browser.
         *
         *     Needs an API key or a session.
         */
        patch: operations["patch_api_me"];
        trace?: never;
    };
    "/api/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Own browsers that are signed in
         * @description With the Primary Key, those that have signed in with it.
         *
         *     Needs an API key or a session.
         */
        get: operations["get_api_me_sessions"];
        put?: never;
        post?: never;
        /**
         * Sign out everywhere else
         * @description Needs an API key or a session.
         */
        delete: operations["delete_api_me_sessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign out one browser
         * @description Needs an API key or a session.
         */
        delete: operations["delete_api_me_sessions_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/sign-in-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link that signs another device in to the own account, once
         * @description From a signed-in browser. Good for ten minutes, shown this once; it ends those made before.
         *
         *     Needs an API key or a session.
         */
        post: operations["post_api_me_sign_in_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Own code assistants and canvas apps, also those that were ended
         * @description Needs an API key or a session.
         */
        get: operations["get_api_me_devices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/devices/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an own device for good; acts at once
         * @description Needs an API key or a session.
         */
        post: operations["post_api_me_devices_id_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Accounts at identity providers that sign in to the own account
         * @description Needs an API key or a session.
         */
        get: operations["get_api_me_identities"];
        put?: never;
        /**
         * Connect an account at an identity provider
         * @description From a signed-in browser, which then opens the address of the answer. An account is never connected by its e-mail address.
         *
         *     Needs an API key or a session.
         */
        post: operations["post_api_me_identities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/identities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Disconnect an account; signs out every other browser
         * @description From a signed-in browser. The last way into the own account stays.
         *
         *     Needs an API key or a session.
         */
        delete: operations["delete_api_me_identities_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Own passkeys, and whether one can be added here
         * @description Needs an API key or a session.
         */
        get: operations["get_api_me_passkeys"];
        put?: never;
        /**
         * Add a passkey
         * @description From the signed-in browser that has asked for the options.
         *
         *     Needs an API key or a session.
         */
        post: operations["post_api_me_passkeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a browser makes a passkey by
         * @description From a signed-in browser. The challenge is good once, within five minutes.
         *
         *     Needs an API key or a session.
         */
        post: operations["post_api_me_passkeys_options"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey
         * @description Needs an API key or a session.
         */
        delete: operations["delete_api_me_passkeys_id"];
        options?: never;
        head?: never;
        /**
         * Rename a passkey
         * @description Needs an API key or a session.
         */
        patch: operations["patch_api_me_passkeys_id"];
        trace?: never;
    };
    "/api/me/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Own API keys, also those that were revoked
         * @description Needs an API key or a session.
         */
        get: operations["get_api_me_api_keys"];
        put?: never;
        /**
         * Create a key that acts as the user; the key is shown only once
         * @description From a signed-in browser. The key is never more able than its user: it uses the same places in line and the same room, sees the same conversations, files and jobs as far as its profile goes, and ends with the account.
         *
         *     Needs an API key or a session.
         */
        post: operations["post_api_me_api_keys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an own key for good, and end what it has queued and running
         * @description Needs an API key or a session.
         */
        delete: operations["delete_api_me_api_keys_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Custom keys, the newest first
         * @description Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_api_keys"];
        put?: never;
        /**
         * Create a key; the only time it is shown
         * @description The key may do what its profile grants, and nothing without one.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        post: operations["post_admin_api_keys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One key
         * @description Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_api_keys_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a key’s label, project, product or end
         * @description Needs the Primary Key or the session of an admin.
         */
        patch: operations["patch_admin_api_keys_id"];
        trace?: never;
    };
    "/admin/api-keys/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a key for good, and end what it has queued and running
         * @description Needs the Primary Key or the session of an admin.
         */
        post: operations["post_admin_api_keys_id_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api-access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What each key may do, the newest key first
         * @description Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_api_access"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api-access/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What one key may do
         * @description Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_api_access_id"];
        /**
         * Change what a key may do; acts on the next request and on queued work
         * @description Takes any part of a profile: what is absent stays.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        put: operations["put_admin_api_access_id"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/workers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What everybody’s workers do and have done, and today’s budgets
         * @description Jobs that have not expired, the newest first, each with its steps and the names of its artifacts. Of a brief only the beginning is shown, of answers and files nothing. `POST /admin/queue/{id}/cancel` cancels a job.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_workers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Users who have signed in, the newest first
         * @description `?waiting=true&limit=1` says with `total` how many wait for approval.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_users"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One user
         * @description Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_users_id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Approve, promote, suspend or delete an account, or grant extras; acts at once
         * @description With `deleted`, the user’s conversations, jobs, files and devices are deleted for good, also when the account is made `active` again. Usage stays.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        patch: operations["patch_admin_users_id"];
        trace?: never;
    };
    "/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed what, the newest first
         * @description Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Browsers in which a user is signed in
         * @description Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_users_id_sessions"];
        put?: never;
        post?: never;
        /**
         * Sign a user out of all browsers
         * @description The user may sign in again; suspending an account prevents that.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        delete: operations["delete_admin_users_id_sessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/sign-in-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link that signs a user in once, for somebody who cannot sign in any more
         * @description Good for ten minutes, shown this once; it ends those made before. For an admin, only the admin makes one.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        post: operations["post_admin_users_id_sign_in_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/sessions/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign a user out of one browser
         * @description Needs the Primary Key or the session of an admin.
         */
        delete: operations["delete_admin_users_id_sessions_session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Devices that a user has approved
         * @description POST /admin/devices/{id}/revoke ends one.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_users_id_devices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Invitations, and who has joined by each, the newest first
         * @description Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_invites"];
        put?: never;
        /**
         * Invite people: whoever opens the link makes an account of the role `user`
         * @description The link is shown this once. It is accepted over https, or without it from this machine and its own network, and ends when whoever has made it is no admin any more.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        post: operations["post_admin_invites"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/invites/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End an invitation; who has joined by it stays
         * @description Needs the Primary Key or the session of an admin.
         */
        delete: operations["delete_admin_invites_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/budgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Budgets, and what of each is used
         * @description Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_budgets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/budgets/{owner}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the budget of a user or a key
         * @description The owner gets an alert at 80 and at 100 percent of it, and the user sees it. Nothing is refused.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        put: operations["put_admin_budgets_owner"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Devices that users have approved, the newest first
         * @description Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_devices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/devices/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a device for good; acts at once
         * @description Needs the Primary Key or the session of an admin.
         */
        post: operations["post_admin_devices_id_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/engines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Engines and their accounts
         * @description Those for text, then those that speak and those that transcribe, each in order of preference, found servers included: what each server says of its models, when it last did so, and why it does not now. Each account has its state (ok, parked or disabled), the class and the redacted evidence of its last trouble, and its calls and failures of the last 7 days.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_engines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/engines/{engine}/accounts/{account}/probe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Probe an account now
         * @description By the tool’s status check where it has one, which uses no quota; else by a minimal question to a model.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        post: operations["post_admin_engines_engine_accounts_account_probe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/engines/{engine}/accounts/{account}/clear": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Use a parked account again
         * @description Forgets why it was parked; the next failure parks it again.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        post: operations["post_admin_engines_engine_accounts_account_clear"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/engines/{engine}/accounts/{account}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an account out of use
         * @description Until it is enabled again, also over restarts.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        post: operations["post_admin_engines_engine_accounts_account_disable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/engines/{engine}/accounts/{account}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Use a disabled account again
         * @description Needs the Primary Key or the session of an admin.
         */
        post: operations["post_admin_engines_engine_accounts_account_enable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Alerts to the owner, the newest first
         * @description Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_alerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/alerts/{id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark an alert as seen
         * @description Needs the Primary Key or the session of an admin.
         */
        post: operations["post_admin_alerts_id_acknowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/worker-nodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The machines that answer for this one
         * @description Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_worker_nodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/worker-nodes/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Forget a worker node that is away
         * @description Needs the Primary Key or the session of an admin.
         */
        delete: operations["delete_admin_worker_nodes_name"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/backup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A backup of the data folder, made now
         * @description A tar archive of the database, the skills and the signing keys, consistent while the service goes on, and checked before the first byte is sent. `hearth.toml` is not in it, because it has secrets. `npm run restore` puts it back.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        post: operations["post_admin_backup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/backups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The backups that are kept, and how it stands with them
         * @description Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_backups"];
        put?: never;
        /**
         * Make a backup now and keep it
         * @description In the folder of the nightly ones, and by the same rule: of those of a day only the newest is kept.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        post: operations["post_admin_backups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/backups/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a backup that is kept
         * @description Refused where a page of another site leads to it, and for one that is a folder, with the bytes of all files: copy that.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_backups_name"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/backups/{name}/drill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a backup into a temporary folder
         * @description To see that it can be done: every checksum is compared, the database is checked and brought to the schema of this version, and the files that its rows name are looked for. Nothing of the data is touched.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        post: operations["post_admin_backups_name_drill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/backups/{name}/contents/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is in a backup, of one kind
         * @description The first look at a backup copies its database and brings the copy to the schema of this version, which takes a while for a large one; the backup is not changed. The audit has who looked.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_backups_name_contents_kind"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/backups/{name}/contents/{kind}/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put one thing of a backup back
         * @description A conversation with its messages and attachments, a stored file, an entry of the history with its clip, or a user with all of these that are not there. Ids and links stay. Nothing that is there is changed: what exists is refused with 409. The quota of the owner holds.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        post: operations["post_admin_backups_name_contents_kind_id_restore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The latest requests: who, what, and how it went
         * @description Never a prompt, an answer, a path or a query. Left out are pages, their files, and what they and monitors read all the time, unless it was refused.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_requests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Usage by day
         * @description `group_by` takes one or more of `day`, `owner_id`, `actor`, `key_id`, `project`, `product`, `surface`, `action`, `engine`, `account`, `model`, `outcome`, separated by commas. The items are in the order of day, owner and the other groups as listed; a group by `actor` or `key_id` is by `owner_id` too, because two owners may have one name.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/usage/usual": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is usual, to compare a day with
         * @description `weekday` has the median of each sum over the earlier days of the range that have the weekday of `to`; it is null without such a day. Days before the first recorded usage are left out. `wait_ms` is the median wait of the model calls of the range, and `waits` that of each day that has some.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_usage_usual"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/usage.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every recorded call as CSV
         * @description A line for each call. Of days whose calls are no longer kept (`KEEP_USAGE_DAYS`), a line for each group of calls that differ in numbers only: `at` is the day without a time, `calls` how many they are, and the other numbers are sums; `units`, `first_text_ms` and `request_id` are empty.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_usage_csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Versions, data, backups and the settings in force
         * @description Of secrets only whether they are set.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_system"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/doctor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is wrong with the installation, and what puts it right
         * @description Changes nothing. The checks run at the same time, each for 10 s at most; `level` is the worst of all.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_doctor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What runs and what waits
         * @description Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_queue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/queue/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel what waits or runs, no matter who has asked for it
         * @description What runs is stopped at its source and leaves its place a moment later. Anyone who waits for the answer is told; a job is `cancelled`.
         *
         *     Needs the Primary Key or the session of an admin.
         */
        post: operations["post_admin_queue_id_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Agent Skills, by name
         * @description Needs an API key with the permission `media` or a session.
         */
        get: operations["get_api_skills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/skills/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One skill with its SKILL.md
         * @description Needs an API key with the permission `media` or a session.
         */
        get: operations["get_api_skills_name"];
        /**
         * Make a skill or replace it; acts on the next task
         * @description Needs the Primary Key or the session of an admin.
         */
        put: operations["put_api_skills_name"];
        post?: never;
        /**
         * Delete a skill of the owner’s; a shipped one of its name applies again
         * @description Needs the Primary Key or the session of an admin.
         */
        delete: operations["delete_api_skills_name"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/skills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Agent Skills, by name
         * @description Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_skills"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/skills/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One skill with its SKILL.md
         * @description Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_skills_name"];
        /**
         * Make a skill or replace it; acts on the next task
         * @description Needs the Primary Key or the session of an admin.
         */
        put: operations["put_admin_skills_name"];
        post?: never;
        /**
         * Delete a skill of the owner’s; a shipped one of its name applies again
         * @description Needs the Primary Key or the session of an admin.
         */
        delete: operations["delete_admin_skills_name"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transcribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transcribe a recording, as a job
         * @description Any sound or video file: as the field `file` of a form, as the body itself, or as JSON with `buffer`, the id of a finished resumable upload, or `file`, the token of a stored file. Long recordings are split at silences; chats of others pass in between. 503 `not_installed` where no transcription engine was found, and without ffmpeg for anything but WAV. More than 100 MB (100,000,000 bytes) is taken only from the own network of the owner.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        post: operations["post_transcribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transcribe-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transcribe a recording at an address, as a job
         * @description The job downloads the file, from the public internet only, at most 2 GiB in 30 minutes. Of a page with a player it downloads the sound, where yt-dlp is installed and knows the site. `/v1/transcript` takes the captions of such pages where there are any.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        post: operations["post_transcribe_url"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audio/transcriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transcribe a recording
         * @description As OpenAI’s, with one cue for each segment in `srt` and `vtt`; `stream` sends the text of each finished piece. The client waits, so a long recording is better sent to `/transcribe`. It costs no credits.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        post: operations["post_v1_audio_transcriptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audio/transcriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The same, at the path without a version
         * @description As OpenAI’s, with one cue for each segment in `srt` and `vtt`; `stream` sends the text of each finished piece. The client waits, so a long recording is better sent to `/transcribe`. It costs no credits.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        post: operations["post_audio_transcriptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audio/translations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Translate what is spoken in a recording into English
         * @description As OpenAI’s; only where a transcription engine can translate, else 503 `not_installed`.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        post: operations["post_v1_audio_translations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is said in a video
         * @description The captions of the site where it has any, in the asked language, else in the one that is spoken, those of people before automatic ones; otherwise a transcription engine listens to the sound. Reads what yt-dlp can read, and files of sound and video. 404 where `source=native` finds no captions; 422 for a stream that is live now. What is long is better made a job by `async=true`. The same address, language and source within 24 hours is answered at once, with `cached: true`, at the same price: 1 credit for captions, 1 for each started 30 seconds that a transcription engine has listened to.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        get: operations["get_v1_transcript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/youtube-to-srt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Subtitles of a video, as a job
         * @description Of any site, by captions or a transcription engine as `/v1/transcript`. The result of the job has them as `srt`. It costs no credits.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        post: operations["post_youtube_to_srt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Own transcription jobs, without their results
         * @description Needs an API key with the permission `media` or a session.
         */
        get: operations["get_jobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One transcription job
         * @description `status` goes from `queued` over `running` to `succeeded`, `failed` or `cancelled`; `progress` counts seconds of the recording. Jobs of others are not found. An hour after its end a job is deleted; what was made stays in the history. The times of words are only in its `/result`.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        get: operations["get_jobs_id"];
        put?: never;
        post?: never;
        /**
         * Cancel one transcription job
         * @description What it runs is stopped at once. A job that has ended stays as it is.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        delete: operations["delete_jobs_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One transcription job at each change, as server-sent events
         * @description Each event has the whole record as one line of JSON; the last one ends the stream. A new connection begins with the record as it is.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        get: operations["get_jobs_id_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The result of a transcription job, as JSON, text or subtitles
         * @description Subtitles have at most two lines of 42 characters and stay long enough to be read. 409 for a job that has not succeeded.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        get: operations["get_jobs_id_result"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/video": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe a video
         * @description What a site says of one video or sound: title, author, length, date, views, pictures, chapters, languages of captions. What it does not say is null. Any site that yt-dlp knows can be asked, and any page with a player; without yt-dlp only YouTube. Private addresses are refused. It costs 1 credit.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        get: operations["get_v1_video"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/channel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the videos of a channel
         * @description The newest videos of a channel, or of a feed of episodes; of one of YouTube those of its Videos tab, unless the address names another. Any site that yt-dlp knows can be asked, and any page with a player; without yt-dlp only YouTube. Private addresses are refused. It costs 1 credit.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        get: operations["get_v1_channel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/playlist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the videos of a playlist
         * @description The first videos of a playlist, in its order. Any site that yt-dlp knows can be asked, and any page with a player; without yt-dlp only YouTube. Private addresses are refused. It costs 1 credit.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        get: operations["get_v1_playlist"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/web/scrape": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a web page
         * @description Finds the main text of a page and gives it as Markdown, text or HTML, with its title, author, date and links. Feeds are lists of their entries; PDFs and office documents are read too. A page that is made by scripts is drawn by a browser, where one is installed (`render`). The rules of sites for programs (robots.txt) are obeyed, private addresses are refused, and each host is asked once a second. It costs 1 credit when content came back.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        get: operations["get_v1_web_scrape"];
        put?: never;
        /**
         * Read a web page
         * @description Finds the main text of a page and gives it as Markdown, text or HTML, with its title, author, date and links. Feeds are lists of their entries; PDFs and office documents are read too. A page that is made by scripts is drawn by a browser, where one is installed (`render`). The rules of sites for programs (robots.txt) are obeyed, private addresses are refused, and each host is asked once a second. It costs 1 credit when content came back.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        post: operations["post_v1_web_scrape"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call tools by the Model Context Protocol
         * @description Streamable HTTP without state, of 2026-07-28 and of 2024-11-05 to 2025-11-25: for Claude Code, Cursor and any other client. `tools/list` gives the tools that the key may call, `tools/call` calls one, at its usual price. What it asks for is cancelled by `notifications/cancelled` and when the client leaves. A page of another origin is refused.
         *
         *     Needs an API key or a session.
         */
        post: operations["post_mcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/perfect-srt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Correct subtitles
         * @description Puts cues in order, ends overlaps, gives each the time to be read, and breaks lines where sentences and clauses end; cues that are too long are split, those that are too short are joined. No word is lost, added or moved: each answer is compared with what was sent. `changes` says what was done, `unmet` what could not be. With `script` the cues get the words of a correct text. It costs no credits. With `async: true` it answers 202 with a job at once.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        post: operations["post_perfect_srt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/translate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Translate a text, subtitles, or a transcript
         * @description By the text engines, in pieces that know what comes before them. Subtitles keep their cues with numbers and times. What an engine translates wrong is asked for again, twice; what is wrong then keeps its text and is listed in `problems`. It costs no credits. Where no engine could answer, `status` is `failed` with `subscription_only`. Long texts take minutes: use `async: true`, which answers 202 with a job at once.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        post: operations["post_translate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/buffer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a resumable upload
         * @description tus 1.0.0. The first bytes may come with it. The last part of `Location` is the id that other routes take as `{"buffer": id}` once all bytes have come.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        post: operations["post_buffer"];
        delete?: never;
        /**
         * What of tus is supported
         * @description Open to all.
         */
        options: operations["options_buffer"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/buffer/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The same for clients that cannot send PATCH or DELETE
         * @description Needs an API key with the permission `media` or a session.
         */
        post: operations["post_buffer_id"];
        /**
         * End an upload and delete what has come
         * @description Needs an API key with the permission `media` or a session.
         */
        delete: operations["delete_buffer_id"];
        options?: never;
        /**
         * How much of an upload has come
         * @description Needs an API key with the permission `media` or a session.
         */
        head: operations["head_buffer_id"];
        /**
         * Send the next bytes of an upload
         * @description A request that still sends to the same upload is ended. What has come of a request that is cut off stays, unless it had a checksum.
         *
         *     Needs an API key with the permission `media` or a session.
         */
        patch: operations["patch_buffer_id"];
        trace?: never;
    };
    "/api/brands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Brands, by id
         * @description Needs an API key or a session.
         */
        get: operations["get_api_brands"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/brands/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One brand
         * @description Needs an API key or a session.
         */
        get: operations["get_api_brands_id"];
        /**
         * Make a brand or replace it
         * @description Needs the Primary Key or the session of an admin.
         */
        put: operations["put_api_brands_id"];
        post?: never;
        /**
         * Delete a brand
         * @description Needs the Primary Key or the session of an admin.
         */
        delete: operations["delete_api_brands_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/brands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Brands, by id
         * @description Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_brands"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/brands/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One brand
         * @description Needs the Primary Key or the session of an admin.
         */
        get: operations["get_admin_brands_id"];
        /**
         * Make a brand or replace it
         * @description Needs the Primary Key or the session of an admin.
         */
        put: operations["put_admin_brands_id"];
        post?: never;
        /**
         * Delete a brand
         * @description Needs the Primary Key or the session of an admin.
         */
        delete: operations["delete_admin_brands_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/code/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look up a waiting device by its code; with a decision, approve or deny it
         * @description From a signed-in browser. A browser that asks for a page gets a page.
         *
         *     Needs the session of an approved user.
         */
        post: operations["post_code_approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/code/devices/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the authorization of a device
         * @description Show the `user_code` and the `verification_uri`, then poll every `interval` seconds. The codes live ten minutes. RFC 8628
         *
         *     Open to all.
         */
        post: operations["post_api_code_devices_start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/code/devices/poll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetch the credentials once a user has approved; they are shown this once
         * @description From the network address that has started, and no other. Until a user has approved, 400 with `authorization_pending`; `slow_down` says the new `interval`.
         *
         *     Open to all.
         */
        post: operations["post_api_code_devices_poll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/code/whoami": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The user of this machine; renews the credential for 90 days
         * @description Needs the token of an approved machine.
         */
        get: operations["get_api_code_whoami"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/code/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke this machine’s credential
         * @description Needs the token of an approved machine.
         */
        post: operations["post_api_code_logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/code/v1/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Models for code assistants
         * @description Needs the token of an approved machine.
         */
        get: operations["get_api_code_v1_models"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/code/v1/models/{model}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of these models
         * @description The slash in engine/model may be sent as it is, or as %2F.
         *
         *     Needs the token of an approved machine.
         */
        get: operations["get_api_code_v1_models_model"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/code/v1/chat/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a conversation of text
         * @description As `/v1/chat/completions`, for text up to 4 MiB. Two requests of an account run at a time; a third waits up to three minutes for its turn, and a streamed one gets keepalive comments meanwhile. It costs no credits.
         *
         *     Needs the token of an approved machine.
         */
        post: operations["post_api_code_v1_chat_completions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/code/v1/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a conversation of text for Anthropic’s clients
         * @description As `/v1/messages`, for text up to 4 MiB. Two requests of an account run at a time; a third waits up to three minutes for its turn.
         *
         *     Needs the token of an approved machine.
         */
        post: operations["post_api_code_v1_messages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/code/v1/messages/count_tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate the tokens of a conversation of text
         * @description By the length of its texts and tools: 3.5 characters are a token, a picture or file is 1,600. No model is asked. As a body may be large, it counts among the requests of its caller.
         *
         *     Needs the token of an approved machine.
         */
        post: operations["post_api_code_v1_messages_count_tokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/code/v1/responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a response to a conversation of text
         * @description As OpenAI’s Responses, whole or streamed; other fields of theirs are ignored. It costs no credits. Refusals as of `/v1/chat/completions`. Text up to 4 MiB; two requests of an account run at a time, and a third waits up to three minutes for its turn. A request that is wrong or too large is refused with 400 in place of 422 or 413.
         *
         *     Needs the token of an approved machine.
         */
        post: operations["post_api_code_v1_responses"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/code/v1/responses/input_tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate the tokens of a request of a code assistant
         * @description As `/v1/messages/count_tokens` does: by the length of its texts and tools, without asking a model. As a body may be large, it counts among the requests of its caller.
         *
         *     Needs the token of an approved machine.
         */
        post: operations["post_api_code_v1_responses_input_tokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/code/v1/responses/compact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compact a conversation of a code assistant
         * @description Always refused: `compaction` items, which only a server of OpenAI can write, are not made here, and those that are sent are left out.
         *
         *     Needs the token of an approved machine.
         */
        post: operations["post_api_code_v1_responses_compact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/code/v1/responses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a stored response of a code assistant
         * @description Of an answer in the background, its `status` for now.
         *
         *     Needs the token of an approved machine.
         */
        get: operations["get_api_code_v1_responses_id"];
        put?: never;
        post?: never;
        /**
         * Delete a stored response of a code assistant
         * @description An answer in the background ends. What continues it cannot be continued.
         *
         *     Needs the token of an approved machine.
         */
        delete: operations["delete_api_code_v1_responses_id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/code/v1/responses/{id}/input_items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was asked for a stored response of a code assistant
         * @description Without what it continues. The last item comes first, unless `order` is `asc`.
         *
         *     Needs the token of an approved machine.
         */
        get: operations["get_api_code_v1_responses_id_input_items"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/code/v1/responses/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a response in the background of a code assistant
         * @description One that has ended stays as it is.
         *
         *     Needs the token of an approved machine.
         */
        post: operations["post_api_code_v1_responses_id_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The command-line client `hearth`, as one file
         * @description Runs on Node 20 or later and on Bun. This service is its default address: `curl -fsS BASE_URL/client -o hearth && chmod +x hearth && ./hearth login`. Browsers get a page with these commands.
         *
         *     Open to all.
         */
        get: operations["get_client"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/canvas/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look up a waiting device by its code; with a decision, approve or deny it
         * @description From a signed-in browser. A browser that asks for a page gets a page.
         *
         *     Needs the session of an approved user.
         */
        post: operations["post_canvas_approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/canvas/device/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look up a waiting device by its code; with a decision, approve or deny it
         * @description From a signed-in browser. A browser that asks for a page gets a page.
         *
         *     Needs the session of an approved user.
         */
        post: operations["post_api_canvas_device_verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/canvas/device/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start the authorization of a device
         * @description Show the `user_code` and the `verification_uri`, then poll every `interval` seconds. The codes live ten minutes. RFC 8628
         *
         *     Open to all.
         */
        post: operations["post_api_canvas_device_start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/canvas/device/poll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetch the credentials once a user has approved; they are shown this once
         * @description From the network address that has started, and no other. Until a user has approved, 400 with `authorization_pending`; `slow_down` says the new `interval`.
         *
         *     Open to all.
         */
        post: operations["post_api_canvas_device_poll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/canvas/token/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange the refresh token for a new pair
         * @description Store the new refresh token before you use it: one that is shown twice signs the device out.
         *
         *     Open to all.
         */
        post: operations["post_api_canvas_token_refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/canvas/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The user of this app, and until when it is paired
         * @description Needs an access token of a paired canvas app.
         */
        get: operations["get_api_canvas_me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/canvas/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit an image
         * @description Withheld while the catalogue of image models is empty: 503, and no charge.
         *
         *     Needs an access token of a paired canvas app.
         */
        post: operations["post_api_canvas_images"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/image/file/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An image of an earlier version, for anyone who has its name
         * @description Open to all.
         */
        get: operations["get_api_ai_image_file_name"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ai/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an image: not available yet
         * @description Always 503, without a charge.
         *
         *     Needs an API key or a session; callers in `TRUSTED_NETWORKS` need none.
         */
        post: operations["post_api_ai_image"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with the Primary Key, for 12 hours
         * @description From a page of this service: over https, or without it from this machine and its own network.
         *
         *     Open to all.
         */
        post: operations["post_login_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in through an identity provider, or with the Primary Key
         * @description Sends a browser that comes from a page to a single provider at once; otherwise lets it choose. Answers a script with the providers.
         *
         *     Open to all.
         */
        get: operations["get_login"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The callback of the identity provider
         * @description Open to all.
         */
        get: operations["get_login_callback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End this browser’s session
         * @description Needs a session.
         */
        post: operations["post_logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/join/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Use an invitation or a sign-in link: signs this browser in
         * @description From the page of the link, in the browser that has opened it: over https, or without it from this machine and its own network.
         *
         *     Open to all.
         */
        post: operations["post_join_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show a code in this browser; once it is approved, sign in
         * @description From a page of this service. The code is approved at /login/approve in a signed-in browser, within ten minutes.
         *
         *     Open to all.
         */
        post: operations["post_login_code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a browser asks its passkeys for
         * @description From a page of this service. The challenge is good once, within five minutes.
         *
         *     Open to all.
         */
        post: operations["post_login_passkey_options"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a passkey
         * @description From a page of this service, in the browser that has asked for the options.
         *
         *     Open to all.
         */
        post: operations["post_login_passkey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/login/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look up a waiting device by its code; with a decision, approve or deny it
         * @description From a signed-in browser. A browser that asks for a page gets a page.
         *
         *     Needs the session of an approved user.
         */
        post: operations["post_login_approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who the credential belongs to, and what it may do
         * @description Needs an API key or a session.
         */
        get: operations["get_auth_check"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the service takes work
         * @description Open to all.
         */
        get: operations["get_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prometheus metrics
         * @description Needs the Primary Key or the session of an admin; callers in `TRUSTED_NETWORKS` need none.
         */
        get: operations["get_metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ChatToolCall: {
            /** @example call_1 */
            id?: string;
            /** @constant */
            type?: "function";
            function: {
                /** @example get_weather */
                name: string;
                /**
                 * @description JSON
                 * @example {"city":"Oslo"}
                 */
                arguments: string;
            };
        };
        ChatRequestMessage: {
            /** @enum {string} */
            role: "system" | "developer" | "user" | "assistant" | "tool" | "function";
            /** @description Text, or parts; null beside `tool_calls` */
            content?: string | ({
                /** @constant */
                type: "text";
                text: string;
            } | {
                /** @constant */
                type: "image_url";
                image_url: {
                    url: string;
                };
            } | {
                /** @constant */
                type: "file";
                file: {
                    filename?: string;
                    /** @description A base64 `data:` URL, or an `https://` address */
                    file_data?: string;
                    /** @description Instead of it, the token of a stored file */
                    file_id?: string;
                };
            })[] | null;
            /** @description Distinguishes writers of one role */
            name?: string | null;
            /** @description Of an assistant: what it has called */
            tool_calls?: components["schemas"]["ChatToolCall"][] | null;
            /** @description Of a tool: the call it answers */
            tool_call_id?: string | null;
        };
        /** @description Any JSON value */
        JsonValue: string | number | boolean | null | components["schemas"]["JsonObject"] | (string | number | boolean | null | components["schemas"]["JsonObject"] | (string | number | boolean | null | components["schemas"]["JsonObject"] | (string | number | boolean | null | components["schemas"]["JsonObject"])[])[])[];
        /** @description Any JSON object */
        JsonObject: {
            [key: string]: components["schemas"]["JsonValue"];
        };
        ChatTool: {
            /** @constant */
            type: "function";
            function: {
                /** @example get_weather */
                name: string;
                description?: string;
                /** @description JSON Schema of the arguments */
                parameters?: {
                    [key: string]: components["schemas"]["JsonValue"];
                };
                strict?: boolean | null;
            };
        };
        ChatRequest: {
            /**
             * @description `auto`, an engine, `engine/model`, or an alias; the list of models has them
             * @example auto
             */
            model: string;
            /** @description The conversation so far, the oldest first */
            messages: components["schemas"]["ChatRequestMessage"][];
            /** @description Whether the answer comes in pieces, while it is written */
            stream?: boolean | null;
            /** @description With `include_usage`, a last chunk has the token counts, which are always zero */
            stream_options?: {
                include_usage?: boolean;
            } | null;
            /** @description From 0 to 2; lower is more predictable */
            temperature?: number | null;
            /** @description From 0 to 1; only the likeliest tokens of this share */
            top_p?: number | null;
            /** @description Most tokens of the answer */
            max_tokens?: number | null;
            /** @description The newer name of `max_tokens` */
            max_completion_tokens?: number | null;
            /** @description Texts at which the answer ends */
            stop?: (string | string[]) | null;
            /** @description For answers that can be repeated */
            seed?: number | null;
            /** @description Functions that the model may call, where the engine can */
            tools?: components["schemas"]["ChatTool"][] | null;
            /** @description Whether the model calls a function: as it likes, never, always, or a named one */
            tool_choice?: (("none" | "auto" | "required") | {
                /** @constant */
                type: "function";
                function: {
                    name: string;
                };
            }) | null;
            /** @description Whether one answer may hold several calls */
            parallel_tool_calls?: boolean | null;
            /** @description Text, any JSON object, or JSON that matches a schema */
            response_format?: ({
                /** @constant */
                type: "text";
            } | {
                /** @constant */
                type: "json_object";
            } | {
                /** @constant */
                type: "json_schema";
                json_schema: {
                    name: string;
                    description?: string;
                    /** @description JSON Schema */
                    schema?: {
                        [key: string]: components["schemas"]["JsonValue"];
                    };
                    strict?: boolean | null;
                };
            }) | null;
            /**
             * @description How long the model thinks
             * @example low
             */
            reasoning_effort?: string | null;
            /**
             * @description How long the answer is
             * @example low
             */
            verbosity?: string | null;
            /** @description From -2 to 2; above 0 for new subjects */
            presence_penalty?: number | null;
            /** @description From -2 to 2; above 0 against repetition */
            frequency_penalty?: number | null;
            /** @description By token id */
            logit_bias?: {
                [key: string]: number;
            } | null;
            /** @description Whether to tell the probability of each token */
            logprobs?: boolean | null;
            /** @description Likeliest tokens told at each place */
            top_logprobs?: number | null;
            /** @description Only so many of the likeliest tokens. Read by local model servers */
            top_k?: number | null;
            /** @description Only tokens of this share of the likeliest one. Read by local model servers */
            min_p?: number | null;
            /** @description Locally typical sampling. Read by local model servers */
            typical_p?: number | null;
            /** @description Fewest tokens of the answer. Read by local model servers */
            min_tokens?: number | null;
            /** @description Whether to go on after the end token. Read by local model servers */
            ignore_eos?: boolean | null;
            /** @description Above 1 against repetition. Read by local model servers */
            repeat_penalty?: number | null;
            /** @description The same, as vLLM calls it. Read by local model servers */
            repetition_penalty?: number | null;
            /** @description Mirostat sampling: 0, 1 or 2. Read by local model servers */
            mirostat?: number | null;
            /** @description Target of Mirostat. Read by local model servers */
            mirostat_tau?: number | null;
            /** @description Rate of Mirostat. Read by local model servers */
            mirostat_eta?: number | null;
            /** @description A GBNF grammar of the answer. Read by local model servers */
            grammar?: string | null;
            /** @description A JSON Schema of the answer. Read by local model servers */
            guided_json?: components["schemas"]["JsonValue"] | null;
            /** @description Form of the answer, as vLLM has it. Read by local model servers */
            structured_outputs?: {
                [key: string]: components["schemas"]["JsonValue"];
            } | null;
            /** @description Values of the chat template. Read by local model servers */
            chat_template_kwargs?: {
                [key: string]: components["schemas"]["JsonValue"];
            } | null;
            /** @description Whether to keep the prompt’s state. Read by local model servers */
            cache_prompt?: boolean | null;
            /**
             * @deprecated
             * @description Replaced by `tools`
             */
            functions?: {
                [key: string]: components["schemas"]["JsonValue"];
            }[] | null;
            /**
             * @deprecated
             * @description Replaced by `tool_choice`
             */
            function_call?: (string | {
                [key: string]: components["schemas"]["JsonValue"];
            }) | null;
            /**
             * @description One answer for each request
             * @enum {number|null}
             */
            n?: 1 | null;
        };
        ChatAnswerMessage: {
            /** @constant */
            role: "assistant";
            /**
             * @description Null beside `tool_calls`
             * @example Because air scatters blue light more than red.
             */
            content: string | null;
            refusal: string | null;
            tool_calls?: components["schemas"]["ChatToolCall"][];
            /** @description The thoughts of a model that shows them */
            reasoning_content?: string;
        };
        /** @description Always zero: usage is counted in credits */
        ChatUsage: {
            /** @constant */
            prompt_tokens: 0;
            /** @constant */
            completion_tokens: 0;
            /** @constant */
            total_tokens: 0;
        };
        /** @description What was read of each attachment, where there are any */
        ChatOwnFields: {
            attachments: {
                name: string;
                kind: string;
                characters: number;
                pages: number | null;
                note: string | null;
            }[];
        };
        ChatCompletion: {
            /** @example chatcmpl-5b0Q7sYw2Lx8 */
            id: string;
            /** @constant */
            object: "chat.completion";
            /**
             * @description Unix seconds
             * @example 1795336200
             */
            created: number;
            /**
             * @description The engine and the model that have answered
             * @example demo/echo
             */
            model: string;
            choices: {
                /** @constant */
                index: 0;
                message: components["schemas"]["ChatAnswerMessage"];
                /**
                 * @description `stop`, `length`, `tool_calls`, or a word of the engine’s
                 * @example stop
                 */
                finish_reason: string;
                /** @description As the engine has it */
                logprobs: components["schemas"]["JsonValue"];
            }[];
            usage: components["schemas"]["ChatUsage"];
            hearth?: components["schemas"]["ChatOwnFields"];
        };
        ChatToolCallDelta: {
            index: number;
            id?: string;
            /** @constant */
            type?: "function";
            function?: {
                name?: string;
                arguments?: string;
            };
        };
        ChatCompletionChunk: {
            /** @example chatcmpl-5b0Q7sYw2Lx8 */
            id: string;
            /** @constant */
            object: "chat.completion.chunk";
            /**
             * @description Unix seconds
             * @example 1795336200
             */
            created: number;
            /**
             * @description The engine and the model that have answered
             * @example demo/echo
             */
            model?: string;
            /** @description Empty in the chunk of the token counts */
            choices: {
                /** @constant */
                index: 0;
                delta: {
                    /** @constant */
                    role?: "assistant";
                    content?: string;
                    refusal?: string | null;
                    tool_calls?: components["schemas"]["ChatToolCallDelta"][];
                    /** @description The thoughts of a model that shows them */
                    reasoning_content?: string;
                };
                finish_reason: string | null;
                /** @description As the engine has it */
                logprobs?: components["schemas"]["JsonValue"];
            }[];
            /** @description Only with `include_usage` */
            usage?: components["schemas"]["ChatUsage"] | null;
            hearth?: components["schemas"]["ChatOwnFields"];
        };
        OpenAiErrorObject: {
            message: string;
            /** @example invalid_request_error */
            type: string;
            /** @description The field that is wrong */
            param: string | null;
            code: string;
        };
        ChatStreamError: {
            error: components["schemas"]["OpenAiErrorObject"];
        };
        OpenAiError: {
            /** @description What is wrong, in words */
            detail: string;
            /** @description What is wrong, as one of a fixed set of words */
            code: string;
            error: components["schemas"]["OpenAiErrorObject"];
        };
        Model: {
            /** @description As a request names it in model */
            id: string;
            /** @constant */
            object: "model";
            /** @description When the list was made, seconds since 1970 */
            created: number;
            /** @constant */
            type: "model";
            /**
             * @description For people: the model and the label of its engine; an alias is itself
             * @example qwen3 (llama.cpp)
             */
            display_name: string;
            /**
             * @description The same time in RFC 3339
             * @example 2026-11-22T08:00:00.000Z
             */
            created_at: string;
            /** @description Id of its engine; hearth for auto */
            owned_by: string;
            /** @description Tokens that prompt and answer may have together; null when it is unknown */
            context_length: number | null;
            /** @description What the model is known to do: completion answers chats, vision reads images, tools calls functions, speech speaks texts, transcription writes recordings down, embedding turns texts into vectors, rerank ranks documents. Whether it knows images and tools may be unknown, and is then not refused */
            capabilities: ("completion" | "vision" | "tools" | "speech" | "transcription" | "embedding" | "rerank")[];
            /** @description False while it is known that it cannot answer: its server is not reached, or all its accounts are out of quota, signed out or switched off */
            available: boolean;
        };
        ModelList: {
            /** @constant */
            object: "list";
            data: components["schemas"]["Model"][];
            /**
             * @description The list is always whole
             * @constant
             */
            has_more: false;
            first_id: string | null;
            last_id: string | null;
        };
        MessagesTextBlock: {
            /** @constant */
            type: "text";
            text: string;
        };
        MessagesImageBlock: {
            /** @constant */
            type: "image";
            source: {
                /** @constant */
                type: "base64";
                media_type: string;
                data: string;
            } | {
                /** @constant */
                type: "url";
                url: string;
            } | {
                /** @constant */
                type: "file";
                file_id: string;
            };
        };
        MessagesDocumentBlock: {
            /** @constant */
            type: "document";
            source: {
                /** @constant */
                type: "base64";
                media_type: string;
                data: string;
            } | {
                /** @constant */
                type: "url";
                url: string;
            } | {
                /** @constant */
                type: "file";
                file_id: string;
            } | {
                /** @constant */
                type: "text";
                data: string;
            } | {
                /** @constant */
                type: "content";
                content: string | ({
                    type: string;
                } & {
                    [key: string]: components["schemas"]["JsonValue"];
                })[];
            };
            title?: string | null;
            context?: string | null;
        };
        MessagesToolUseBlock: {
            /** @constant */
            type: "tool_use";
            id: string;
            name: string;
            input: components["schemas"]["JsonValue"];
        };
        MessagesToolResultBlock: {
            /** @constant */
            type: "tool_result";
            tool_use_id: string;
            content?: (string | ({
                type: string;
            } & {
                [key: string]: components["schemas"]["JsonValue"];
            })[]) | null;
            is_error?: boolean | null;
        };
        MessagesThinkingBlock: {
            /** @constant */
            type: "thinking";
            thinking: string;
        };
        MessagesMessage: {
            /** @enum {string} */
            role: "user" | "assistant" | "system";
            /** @description Text, or blocks. `file_id` is the token of a stored file */
            content: string | (components["schemas"]["MessagesTextBlock"] | components["schemas"]["MessagesImageBlock"] | components["schemas"]["MessagesDocumentBlock"] | components["schemas"]["MessagesToolUseBlock"] | components["schemas"]["MessagesToolResultBlock"] | components["schemas"]["MessagesThinkingBlock"])[];
        };
        MessagesTool: {
            /** @example get_weather */
            name: string;
            description?: string | null;
            /** @description JSON Schema of the input */
            input_schema: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            strict?: boolean | null;
        };
        MessagesRequest: {
            /**
             * @description `auto`, an engine, `engine/model`, or an alias; the list of models has them
             * @example auto
             */
            model: string;
            messages: components["schemas"]["MessagesMessage"][];
            /** @description Instructions */
            system?: (string | components["schemas"]["MessagesTextBlock"][]) | null;
            /** @description Whether the answer comes in pieces, while it is written */
            stream?: boolean | null;
            /** @description Functions that the model may call. Those that Anthropic runs itself are left out */
            tools?: components["schemas"]["MessagesTool"][] | null;
            /** @description Most tokens of the answer */
            max_tokens?: number | null;
            /** @description Texts at which the answer ends */
            stop_sequences?: string[] | null;
            /** @description Lower is more predictable */
            temperature?: number | null;
            /** @description Only the likeliest tokens of this share */
            top_p?: number | null;
            /** @description Only so many of the likeliest tokens */
            top_k?: number | null;
            /** @description Whether the model calls a function */
            tool_choice?: {
                /** @enum {string} */
                type: "auto" | "any" | "tool" | "none";
                name?: string;
                disable_parallel_tool_use?: boolean | null;
            } | null;
            /** @description `enabled` or `adaptive`: the answer has the thoughts of a model that shows them */
            thinking?: {
                [key: string]: components["schemas"]["JsonValue"];
            } | null;
            /** @description With `format`, the answer is JSON that matches its schema */
            output_config?: {
                [key: string]: components["schemas"]["JsonValue"];
            } | null;
        };
        /** @description Always zero: usage is counted in credits */
        MessagesUsage: {
            /** @constant */
            input_tokens: 0;
            /** @constant */
            output_tokens: 0;
        };
        MessagesAnswer: {
            /** @example msg_5b0Q7sYw2Lx8 */
            id: string;
            /** @constant */
            type: "message";
            /** @constant */
            role: "assistant";
            /**
             * @description The engine and the model that have answered
             * @example demo/echo
             */
            model: string;
            content: ({
                /** @constant */
                type: "text";
                text: string;
            } | {
                /** @constant */
                type: "thinking";
                thinking: string;
                /** @description Not checked when it comes back */
                signature: string;
            } | {
                /** @constant */
                type: "tool_use";
                id: string;
                name: string;
                input: {
                    [key: string]: components["schemas"]["JsonValue"];
                };
            })[];
            /**
             * @description `end_turn`, `max_tokens`, `tool_use`, `stop_sequence` or `refusal`
             * @example end_turn
             */
            stop_reason: string | null;
            stop_sequence: null;
            usage: components["schemas"]["MessagesUsage"];
            hearth?: components["schemas"]["ChatOwnFields"];
        };
        AnthropicErrorObject: {
            /** @example invalid_request_error */
            type: string;
            message: string;
            details?: {
                error_code: string;
            };
        };
        AnthropicError: {
            /** @constant */
            type: "error";
            error: components["schemas"]["AnthropicErrorObject"];
            /** @description What is wrong, in words */
            detail: string;
            /** @description What is wrong, as one of a fixed set of words */
            code: string;
        };
        MessagesTokenCount: {
            /** @example 14 */
            input_tokens: number;
        };
        ResponsesRequest: {
            /**
             * @description `auto`, an engine, `engine/model`, or an alias; the list of models has them
             * @example auto
             */
            model: string;
            /** @description A text, or items: messages of text, images and files, calls of functions and their outputs, `item_reference` to an item of a kept answer */
            input?: (string | {
                [key: string]: components["schemas"]["JsonValue"];
            }[]) | null;
            /** @description Come before all messages; those of an earlier response do not hold for this one */
            instructions?: string | null;
            /** @description Whether the answer comes in pieces, while it is written */
            stream?: boolean | null;
            /** @description Whether the answer is kept, so that it can be continued and fetched; by default it is */
            store?: boolean | null;
            /** @description Whether to answer at once, and to go on without the client; GET gives the answer */
            background?: boolean | null;
            /** @description A kept response that this one continues */
            previous_response_id?: string | null;
            /** @description `message.output_text.logprobs` for the probabilities of tokens; others are ignored */
            include?: string[] | null;
            /** @description Functions, namespaces of functions and custom tools. Those that run on OpenAI’s servers are left out */
            tools?: ({
                type: string;
            } & {
                [key: string]: components["schemas"]["JsonValue"];
            })[] | null;
            /** @description `auto`, `none`, `required`, a function, or allowed tools */
            tool_choice?: (string | ({
                type: string;
            } & {
                [key: string]: components["schemas"]["JsonValue"];
            })) | null;
            /** @description Whether one answer may hold several calls */
            parallel_tool_calls?: boolean | null;
            /** @description `format`: text, any JSON object, or JSON that matches a schema; `verbosity` */
            text?: {
                format?: ({
                    type: string;
                } & {
                    [key: string]: components["schemas"]["JsonValue"];
                }) | null;
                verbosity?: string | null;
            } | null;
            /** @description `effort`: how long the model thinks */
            reasoning?: {
                effort?: string | null;
                summary?: string | null;
            } | null;
            /** @description Most tokens of the answer */
            max_output_tokens?: number | null;
            /** @description From 0 to 2; lower is more predictable */
            temperature?: number | null;
            /** @description From 0 to 1; only the likeliest tokens of this share */
            top_p?: number | null;
            /** @description From -2 to 2; above 0 for new subjects */
            presence_penalty?: number | null;
            /** @description From -2 to 2; above 0 against repetition */
            frequency_penalty?: number | null;
            /** @description Likeliest tokens told at each place */
            top_logprobs?: number | null;
            /** @description Sent back with the response */
            metadata?: {
                [key: string]: components["schemas"]["JsonValue"];
            } | null;
            /** @description Sent back with the response: it bounds tools that run on OpenAI’s servers */
            max_tool_calls?: number | null;
            /** @description Ignored: there is one, `default` */
            service_tier?: string | null;
            /** @description Sent back with the response */
            safety_identifier?: string | null;
            /** @description Sent back with the response */
            prompt_cache_key?: string | null;
            /** @description Sent back with the response */
            user?: string | null;
        };
        ResponseFailure: {
            code: string;
            message: string;
        };
        /** @description As OpenAI has it: a `message`, the `reasoning` of a model that shows it, a `function_call` or a `custom_tool_call` */
        ResponseItem: {
            /** @example message */
            type: string;
            /** @example msg_5b0Q7sYw2Lx8_0 */
            id: string;
        } & {
            [key: string]: components["schemas"]["JsonValue"];
        };
        /** @description Always zero: usage is counted in credits */
        ResponseUsage: {
            /** @constant */
            input_tokens: 0;
            input_tokens_details: {
                /** @constant */
                cached_tokens: 0;
                /** @constant */
                cache_write_tokens: 0;
            };
            /** @constant */
            output_tokens: 0;
            output_tokens_details: {
                /** @constant */
                reasoning_tokens: 0;
            };
            /** @constant */
            total_tokens: 0;
        };
        /** @description What was read of each attachment, where there are any */
        ResponseOwnFields: {
            attachments: {
                name: string;
                kind: string;
                characters: number;
                pages: number | null;
                note: string | null;
            }[];
        };
        ModelResponse: {
            /** @example resp_5b0Q7sYw2Lx8 */
            id: string;
            /** @constant */
            object: "response";
            /**
             * @description Unix seconds
             * @example 1795336200
             */
            created_at: number;
            /** @description Unix seconds */
            completed_at: number | null;
            /** @enum {string} */
            status: "queued" | "in_progress" | "completed" | "incomplete" | "failed" | "cancelled";
            background: boolean;
            error: components["schemas"]["ResponseFailure"] | null;
            incomplete_details: {
                /** @example max_output_tokens */
                reason: string;
            } | null;
            instructions: string | null;
            max_output_tokens: number | null;
            /** @description As it was sent */
            metadata: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            /**
             * @description The engine and the model that have answered
             * @example demo/echo
             */
            model: string;
            output: components["schemas"]["ResponseItem"][];
            parallel_tool_calls: boolean;
            previous_response_id: string | null;
            reasoning: {
                effort: string | null;
                summary: string | null;
            };
            /** @description Whether it is kept */
            store: boolean;
            /** @description As it was sent, or OpenAI’s default, 1 */
            temperature: number;
            text: {
                /** @description As it was sent */
                format: {
                    [key: string]: components["schemas"]["JsonValue"];
                };
                verbosity?: string;
            };
            /** @description As it was sent, or `auto` */
            tool_choice: components["schemas"]["JsonValue"];
            tools: {
                [key: string]: components["schemas"]["JsonValue"];
            }[];
            top_logprobs: number;
            /** @description As it was sent, or OpenAI’s default, 1 */
            top_p: number;
            presence_penalty: number;
            frequency_penalty: number;
            /** @constant */
            truncation: "disabled";
            max_tool_calls: number | null;
            /** @constant */
            service_tier: "default";
            safety_identifier: string | null;
            prompt_cache_key: string | null;
            user: string | null;
            usage: components["schemas"]["ResponseUsage"];
            hearth?: components["schemas"]["ResponseOwnFields"];
        };
        /** @description One of OpenAI’s events; `type` says which */
        ResponseEvent: {
            /** @example response.output_text.delta */
            type: string;
            sequence_number: number;
            response?: components["schemas"]["ModelResponse"];
            item?: components["schemas"]["ResponseItem"];
            item_id?: string;
            output_index?: number;
            content_index?: number;
            summary_index?: number;
            /** @description Of a message, or of thoughts */
            part?: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            delta?: string;
            text?: string;
            refusal?: string;
            name?: string;
            arguments?: string;
            input?: string;
            logprobs?: components["schemas"]["JsonValue"][];
        };
        ResponsesTokenCountRequest: {
            /**
             * @description `auto`, an engine, `engine/model`, or an alias; the list of models has them
             * @example auto
             */
            model?: string | null;
            /** @description A text, or items: messages of text, images and files, calls of functions and their outputs, `item_reference` to an item of a kept answer */
            input?: (string | {
                [key: string]: components["schemas"]["JsonValue"];
            }[]) | null;
            /** @description Come before all messages; those of an earlier response do not hold for this one */
            instructions?: string | null;
            /** @description Whether the answer comes in pieces, while it is written */
            stream?: boolean | null;
            /** @description Whether the answer is kept, so that it can be continued and fetched; by default it is */
            store?: boolean | null;
            /** @description Whether to answer at once, and to go on without the client; GET gives the answer */
            background?: boolean | null;
            /** @description A kept response that this one continues */
            previous_response_id?: string | null;
            /** @description `message.output_text.logprobs` for the probabilities of tokens; others are ignored */
            include?: string[] | null;
            /** @description Functions, namespaces of functions and custom tools. Those that run on OpenAI’s servers are left out */
            tools?: ({
                type: string;
            } & {
                [key: string]: components["schemas"]["JsonValue"];
            })[] | null;
            /** @description `auto`, `none`, `required`, a function, or allowed tools */
            tool_choice?: (string | ({
                type: string;
            } & {
                [key: string]: components["schemas"]["JsonValue"];
            })) | null;
            /** @description Whether one answer may hold several calls */
            parallel_tool_calls?: boolean | null;
            /** @description `format`: text, any JSON object, or JSON that matches a schema; `verbosity` */
            text?: {
                format?: ({
                    type: string;
                } & {
                    [key: string]: components["schemas"]["JsonValue"];
                }) | null;
                verbosity?: string | null;
            } | null;
            /** @description `effort`: how long the model thinks */
            reasoning?: {
                effort?: string | null;
                summary?: string | null;
            } | null;
            /** @description Most tokens of the answer */
            max_output_tokens?: number | null;
            /** @description From 0 to 2; lower is more predictable */
            temperature?: number | null;
            /** @description From 0 to 1; only the likeliest tokens of this share */
            top_p?: number | null;
            /** @description From -2 to 2; above 0 for new subjects */
            presence_penalty?: number | null;
            /** @description From -2 to 2; above 0 against repetition */
            frequency_penalty?: number | null;
            /** @description Likeliest tokens told at each place */
            top_logprobs?: number | null;
            /** @description Sent back with the response */
            metadata?: {
                [key: string]: components["schemas"]["JsonValue"];
            } | null;
            /** @description Sent back with the response: it bounds tools that run on OpenAI’s servers */
            max_tool_calls?: number | null;
            /** @description Ignored: there is one, `default` */
            service_tier?: string | null;
            /** @description Sent back with the response */
            safety_identifier?: string | null;
            /** @description Sent back with the response */
            prompt_cache_key?: string | null;
            /** @description Sent back with the response */
            user?: string | null;
        };
        ResponseInputTokens: {
            /** @constant */
            object: "response.input_tokens";
            /** @example 14 */
            input_tokens: number;
        };
        DeletedResponse: {
            id: string;
            /** @constant */
            object: "response";
            /** @constant */
            deleted: true;
        };
        ResponseInputItems: {
            /** @constant */
            object: "list";
            data: components["schemas"]["ResponseItem"][];
            first_id: string | null;
            last_id: string | null;
            has_more: boolean;
        };
        CompletionRequest: {
            /** @example auto */
            model: string;
            /** @description A text, or a list of one */
            prompt: components["schemas"]["JsonValue"];
            stream?: boolean | null;
            stream_options?: {
                include_usage?: boolean;
            } | null;
            /** @description Most tokens of the answer; a whole number */
            max_tokens?: components["schemas"]["JsonValue"];
            /** @description Whether the text begins with the prompt */
            echo?: boolean | null;
            /** @enum {number|null} */
            n?: 1 | null;
            /** @enum {number|null} */
            best_of?: 1 | null;
        };
        TextCompletion: {
            /** @example cmpl-5b0Q7sYw2Lx8 */
            id: string;
            /** @constant */
            object: "text_completion";
            /**
             * @description Unix seconds
             * @example 1795336200
             */
            created: number;
            /** @example demo/echo */
            model: string;
            choices: {
                /** @constant */
                index: 0;
                text: string;
                logprobs: null;
                /** @example stop */
                finish_reason: string | null;
            }[];
            usage?: {
                /** @constant */
                prompt_tokens: 0;
                /** @constant */
                completion_tokens: 0;
                /** @constant */
                total_tokens: 0;
            } | null;
            hearth?: components["schemas"]["ChatOwnFields"];
        };
        OllamaMessage: {
            /** @enum {string} */
            role: "system" | "user" | "assistant" | "tool";
            content?: string | null;
            thinking?: string | null;
            images?: string[] | null;
            tool_calls?: {
                id?: string;
                function: {
                    name: string;
                    /** @description An object */
                    arguments?: components["schemas"]["JsonValue"];
                };
            }[] | null;
            /** @description Of a result; results follow in order */
            tool_name?: string | null;
            tool_call_id?: string | null;
        };
        OllamaChatRequest: {
            /**
             * @description A name of `GET /api/tags`, with or without `:latest`
             * @example auto
             */
            model: string;
            /** @description True without it: the answer comes in lines */
            stream?: boolean | null;
            /** @description `json`, or a JSON Schema */
            format?: string | {
                [key: string]: components["schemas"]["JsonValue"];
            } | null;
            /** @description Sampling: `temperature`, `num_predict`, `stop`, `top_k` and others. `num_ctx` is ignored */
            options?: {
                [key: string]: components["schemas"]["JsonValue"];
            } | null;
            /** @description Whether the thoughts of the model are wanted; `low`, `medium` or `high` */
            think?: boolean | string | null;
            /** @description Ignored: the server of a model keeps it loaded as it is set */
            keep_alive?: components["schemas"]["JsonValue"];
            /** @description Without any, the answer comes at once and is empty */
            messages?: components["schemas"]["OllamaMessage"][] | null;
            tools?: {
                type?: string;
                function: {
                    name: string;
                } & {
                    [key: string]: components["schemas"]["JsonValue"];
                };
            }[] | null;
        };
        OllamaChatAnswer: {
            /** @example auto */
            model: string;
            /** @example 2026-11-22T08:00:00.000Z */
            created_at: string;
            message: {
                /** @constant */
                role: "assistant";
                content: string;
                thinking?: string;
                tool_calls?: {
                    function: {
                        name: string;
                        arguments: {
                            [key: string]: components["schemas"]["JsonValue"];
                        };
                    };
                }[];
            };
            done: boolean;
            /**
             * @description `stop`, `length`, `load` or `unload`
             * @example stop
             */
            done_reason: string;
            /** @description Nanoseconds */
            total_duration: number;
            /** @constant */
            load_duration: 0;
            /** @constant */
            prompt_eval_count: 0;
            /** @constant */
            prompt_eval_duration: 0;
            /** @constant */
            eval_count: 0;
            /** @description Nanoseconds */
            eval_duration: number;
        };
        OllamaError: {
            /** @description What is wrong, where the clients of Ollama look for it */
            error: string;
            /** @description What is wrong, in words */
            detail: string;
            /** @description What is wrong, as one of a fixed set of words */
            code: string;
        };
        OllamaGenerateRequest: {
            /**
             * @description A name of `GET /api/tags`, with or without `:latest`
             * @example auto
             */
            model: string;
            /** @description True without it: the answer comes in lines */
            stream?: boolean | null;
            /** @description `json`, or a JSON Schema */
            format?: string | {
                [key: string]: components["schemas"]["JsonValue"];
            } | null;
            /** @description Sampling: `temperature`, `num_predict`, `stop`, `top_k` and others. `num_ctx` is ignored */
            options?: {
                [key: string]: components["schemas"]["JsonValue"];
            } | null;
            /** @description Whether the thoughts of the model are wanted; `low`, `medium` or `high` */
            think?: boolean | string | null;
            /** @description Ignored: the server of a model keeps it loaded as it is set */
            keep_alive?: components["schemas"]["JsonValue"];
            /** @description Without it the answer is empty */
            prompt?: string | null;
            system?: string | null;
            /** @description Not supported */
            suffix?: string | null;
            images?: string[] | null;
        };
        OllamaGenerateAnswer: {
            /** @example auto */
            model: string;
            /** @example 2026-11-22T08:00:00.000Z */
            created_at: string;
            response: string;
            thinking?: string;
            /** @description Always empty */
            context: number[];
            done: boolean;
            /**
             * @description `stop`, `length`, `load` or `unload`
             * @example stop
             */
            done_reason: string;
            /** @description Nanoseconds */
            total_duration: number;
            /** @constant */
            load_duration: 0;
            /** @constant */
            prompt_eval_count: 0;
            /** @constant */
            prompt_eval_duration: 0;
            /** @constant */
            eval_count: 0;
            /** @description Nanoseconds */
            eval_duration: number;
        };
        /** @description Unknown, and therefore empty */
        OllamaModelDetails: {
            parent_model: string;
            format: string;
            family: string;
            families: string[];
            parameter_size: string;
            quantization_level: string;
        };
        OllamaTags: {
            models: {
                /** @example auto */
                name: string;
                /** @description The same */
                model: string;
                modified_at: string;
                /** @constant */
                size: 0;
                /** @description Of the name */
                digest: string;
                details: components["schemas"]["OllamaModelDetails"];
            }[];
        };
        OllamaShowRequest: {
            /** @example auto */
            model?: string;
            /** @description The older name of `model` */
            name?: string;
        };
        OllamaShown: {
            license: string;
            modelfile: string;
            parameters: string;
            template: string;
            details: components["schemas"]["OllamaModelDetails"];
            model_info: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            capabilities: string[];
            modified_at: string;
        };
        OllamaRunning: {
            /** @description Always empty: which models a server has loaded is not known */
            models: {
                [key: string]: components["schemas"]["JsonValue"];
            }[];
        };
        OllamaVersion: {
            /** @example 0.13.0 */
            version: string;
        };
        Conversation: {
            id: string;
            /** @description Empty before the first message */
            title: string;
            pinned: boolean;
            /** @description The folder that it is in */
            folder_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the latest message
             */
            updated_at: string;
        };
        ConversationFolder: {
            id: string;
            name: string;
            /** @description Whether the list shows what is in it */
            open: boolean;
            /** @description How many are in it */
            conversations: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
        };
        ConversationList: {
            items: {
                id: string;
                /** @description Empty before the first message */
                title: string;
                pinned: boolean;
                /** @description The folder that it is in */
                folder_id: string | null;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description Time of the latest message
                 */
                updated_at: string;
                /** @description With q: the message that was found */
                match?: {
                    message_id: string;
                    excerpt: string;
                };
            }[];
            /** @description Asks for the next page as `cursor`; null on the last page */
            next_cursor: string | null;
            /** @description On the first page without q and folder id */
            pinned: components["schemas"]["Conversation"][];
            /** @description All folders, on the first page without q and folder id */
            folders: components["schemas"]["ConversationFolder"][];
            /** @description How many conversations others share with the account, likewise */
            shared_with_me: number;
        };
        Error: {
            /** @description What is wrong, in words */
            detail: string;
            /** @description What is wrong, as one of a fixed set of words */
            code: string;
        };
        ConversationAttachment: {
            id: string;
            name: string;
            media_type: string;
            bytes: number;
            /** @description image, pdf, document, spreadsheet, presentation, ebook, html or text: what it was read as */
            kind: string;
            /** @description Of text that the model gets */
            characters: number;
            /** @description Pages, slides or sheets */
            pages: number | null;
            /** @description Pictures that the model gets; the first can be fetched */
            pictures: number;
            /** @description What was left out when it was read */
            note: string | null;
        };
        ConversationStep: {
            /** @description In the answer, from 0 */
            position: number;
            /** @description How much of the content was written before, in UTF-16 code units */
            at_offset: number;
            calls: {
                tool: string;
                /** @description One line */
                label: string;
                /** @description The beginning of what came back */
                text: string;
                seconds: number;
                ok: boolean;
            }[];
        };
        ConversationMessage: {
            id: string;
            conversation_id: string;
            /** @description Messages form a tree by it */
            parent_id: string | null;
            /** @enum {string} */
            role: "user" | "assistant";
            /** @description Of an answer that is being written: what there is so far */
            content: string;
            /** @description Of an answer: what the model has thought before it; never sent back to one */
            thoughts: string | null;
            /** @description How long it has thought */
            thought_seconds: number | null;
            /** @description Of a message of a user */
            attachments: components["schemas"]["ConversationAttachment"][];
            /** @description Of an answer: the tools that its model has called, in their order */
            steps: components["schemas"]["ConversationStep"][];
            /** @description Of an answer: which earlier attachments the model did not get, and why */
            note: string | null;
            /**
             * @description interrupted: the service was stopped or has crashed meanwhile
             * @enum {string}
             */
            status: "waiting" | "running" | "complete" | "stopped" | "failed" | "interrupted";
            /** @description Of an answer: as it was asked for */
            model: string | null;
            /** @description Of an answer: engine/model */
            answered_by: string | null;
            error: {
                code: string;
                detail: string;
            } | null;
            /** @description Of a waiting answer: its place in the queue */
            position: number | null;
            /** @description Of a waiting answer; null where nothing is known yet */
            expected_wait_seconds: number | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            finished_at: string | null;
        };
        WholeConversation: {
            id: string;
            /** @description Empty before the first message */
            title: string;
            pinned: boolean;
            /** @description The folder that it is in */
            folder_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the latest message
             */
            updated_at: string;
            /** @description Of all branches, the oldest first; the newest ones where they do not fit a page */
            messages: components["schemas"]["ConversationMessage"][];
            /** @description Asks for the messages before these as `cursor`; null where these are the oldest */
            next_cursor: string | null;
            /** @description As Last-Event-ID of the events, it makes them go on from here */
            last_event_id: string;
        };
        ConversationShare: {
            id: string;
            /** @description Name of the member; null for a link */
            member: string | null;
            /** @description The last message that is shared */
            message_id: string;
            attachments: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string | null;
        };
        ConversationShares: {
            items: components["schemas"]["ConversationShare"][];
            /** @description Whether links for anyone are allowed here */
            allows_links: boolean;
        };
        NewConversationShare: {
            id: string;
            /** @description Name of the member; null for a link */
            member: string | null;
            /** @description The last message that is shared */
            message_id: string;
            attachments: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string | null;
            /** @description Of a link, this once: anyone who has it can read what is shared */
            link: {
                path: string;
                urls: string[];
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                expires_at: string;
            } | null;
        };
        SharedConversation: {
            id: string;
            title: string;
            /** @description Name of whose conversation it is */
            from: string;
            /** @description Whether attached files can be opened */
            attachments: boolean;
            /**
             * Format: date-time
             * @description When it was shared
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string | null;
            /** @description Of one branch, the oldest first; without thoughts and results of tools */
            messages: {
                id: string;
                /** @enum {string} */
                role: "user" | "assistant";
                content: string;
                attachments: components["schemas"]["ConversationAttachment"][];
                /** @description Of an answer: engine/model */
                answered_by: string | null;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                created_at: string;
            }[];
        };
        SentMessage: {
            message: components["schemas"]["ConversationMessage"];
            answer: components["schemas"]["ConversationMessage"];
        };
        ConversationEvent: {
            /** @constant */
            type: "snapshot";
            conversation: components["schemas"]["Conversation"];
            messages: components["schemas"]["ConversationMessage"][];
            /** @description Asks for the messages before these as `cursor`; null where these are the oldest */
            next_cursor: string | null;
        } | {
            /** @constant */
            type: "conversation";
            conversation: components["schemas"]["Conversation"];
        } | {
            /** @constant */
            type: "message";
            message: components["schemas"]["ConversationMessage"];
        } | {
            /** @constant */
            type: "text";
            message_id: string;
            /** @description Where it belongs, in UTF-16 code units */
            offset: number;
            text: string;
        } | {
            /** @constant */
            type: "thinking";
            message_id: string;
            /** @description Where it belongs in the thoughts */
            offset: number;
            /** @description Empty where the model does not tell its thoughts */
            text: string;
        } | {
            /** @constant */
            type: "step";
            message_id: string;
            step: components["schemas"]["ConversationStep"];
        } | {
            /** @constant */
            type: "place";
            message_id: string;
            position: number | null;
            expected_wait_seconds: number | null;
        } | {
            /** @constant */
            type: "deleted";
        };
        ConversationExport: {
            title: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            messages: components["schemas"]["ConversationMessage"][];
        };
        EmbeddingsRequest: {
            /**
             * @description `auto`, an engine, `engine/model`, a model that one engine alone has, or an alias; `GET /v1/models` has them
             * @example auto
             */
            model: string;
            /** @description A text, a list of texts, or the tokens of one or several: those of the model, which llama.cpp and vLLM take */
            input: string | string[] | number[] | number[][];
            /**
             * @description By default `float`
             * @enum {string|null}
             */
            encoding_format?: "float" | "base64" | null;
            /** @description Length of the vectors, where the model can shorten them; refused where it cannot */
            dimensions?: number | null;
        };
        Embeddings: {
            /** @constant */
            object: "list";
            /** @example ollama/nomic-embed-text:latest */
            model: string;
            usage: {
                /** @description As the model’s server has counted them; 0 where it does not */
                prompt_tokens: number;
                total_tokens: number;
            };
            data: {
                /** @constant */
                object: "embedding";
                /** @description Of the input */
                index: number;
                embedding: number[] | string;
            }[];
        };
        RerankRequest: {
            /**
             * @description `auto`, an engine, `engine/model`, a model that one engine alone has, or an alias; `GET /v1/models` has them
             * @example auto
             */
            model?: string;
            /** @description The question */
            query: string;
            /** @description Texts, or objects with `text` */
            documents: (string | {
                text: string;
            })[];
            /** @description How many of the best are wanted; by default all */
            top_n?: number | null;
            /** @description Whether each result has its document; by default not */
            return_documents?: boolean | null;
        };
        Ranking: {
            /** @constant */
            object: "list";
            /** @example llamacpp/bge-reranker-v2-m3 */
            model: string;
            usage: {
                /** @description As the model’s server has counted them; 0 where it does not */
                prompt_tokens: number;
                total_tokens: number;
            };
            /** @description The best first */
            results: {
                /** @description Of the document in the request */
                index: number;
                /** @description Higher is better; its scale is the model’s own */
                relevance_score: number;
                document?: {
                    text: string;
                };
            }[];
        };
        OllamaEmbedRequest: {
            /**
             * @description An embedding model of `GET /v1/models`, with or without `:latest`, or `auto`
             * @example auto
             */
            model: string;
            /** @description Ignored: the server of a model keeps it loaded as it is set */
            keep_alive?: components["schemas"]["JsonValue"];
            /** @description Ignored */
            options?: components["schemas"]["JsonValue"];
            /** @description A text, or a list of texts; without any the answer is empty */
            input?: (string | string[]) | null;
            /** @description Length of the vectors, where the model can shorten them; refused where it cannot */
            dimensions?: number | null;
            /** @description Ignored: the model’s server cuts or refuses what is too long */
            truncate?: components["schemas"]["JsonValue"];
        };
        OllamaEmbeddings: {
            /** @example nomic-embed-text */
            model: string;
            /** @description Nanoseconds */
            total_duration: number;
            /** @constant */
            load_duration: 0;
            /** @description Tokens, as the model’s server has counted them; 0 where it does not */
            prompt_eval_count: number;
            embeddings: number[][];
        };
        OllamaEmbeddingsRequest: {
            /**
             * @description An embedding model of `GET /v1/models`, with or without `:latest`, or `auto`
             * @example auto
             */
            model: string;
            /** @description Ignored: the server of a model keeps it loaded as it is set */
            keep_alive?: components["schemas"]["JsonValue"];
            /** @description Ignored */
            options?: components["schemas"]["JsonValue"];
            /** @description Without it the answer is empty */
            prompt?: string | null;
        };
        OllamaEmbedding: {
            embedding: number[];
        };
        GenerateAnswer: {
            /** @constant */
            status: "succeeded";
            /** @example Glomma, Tana and Numedalslågen */
            text: string;
            /** @example local */
            engine: string;
            /** @example qwen3 */
            model: string;
            /**
             * @description Only where the answer is cut: the model or `MAX_ANSWER_BYTES` allows no more
             * @constant
             */
            truncated?: true;
            /** @description The answer as a value, where `response_schema` was given */
            structured?: components["schemas"]["JsonValue"];
            attachments?: {
                name: string;
                kind: string;
                characters: number;
                pages: number | null;
                note: string | null;
            }[];
        };
        NoEngine: {
            /** @constant */
            status: "failed";
            /** @constant */
            subscription_only: true;
            detail: string;
            code: string;
        };
        Progress: {
            done: number;
            total: number | null;
            unit: string;
            note: string | null;
            seconds_left: number | null;
        };
        JobError: {
            code: string;
            detail: string;
        };
        GenerateJob: {
            /** @example gen_Yw2Lx85b0Q7s */
            job_id: string;
            /** @example generate */
            kind: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description Place in the queue while queued, in whatever stage */
            position: number | null;
            /** @description While queued; null where nothing is known yet */
            expected_wait_seconds: number | null;
            progress: components["schemas"]["Progress"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string | null;
            result: components["schemas"]["GenerateAnswer"] | null;
            error: components["schemas"]["JobError"] | null;
            /**
             * @description Only where no engine could answer
             * @constant
             */
            subscription_only?: true;
        };
        ListedJob: {
            /** @example gen_Yw2Lx85b0Q7s */
            job_id: string;
            /** @example generate */
            kind: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description Place in the queue while queued, in whatever stage */
            position: number | null;
            /** @description While queued; null where nothing is known yet */
            expected_wait_seconds: number | null;
            progress: components["schemas"]["Progress"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string | null;
            error: components["schemas"]["JobError"] | null;
            /**
             * @description Only where no engine could answer
             * @constant
             */
            subscription_only?: true;
            /** @description Name of the agent task, or of the profile of a worker; null for other kinds */
            task: string | null;
            /** @description How the text that it works on begins, at most 120 characters */
            excerpt: string | null;
            /** @description Where the job is, with its result */
            path: string;
        };
        Task: {
            name: string;
            description: string;
            /** @description JSON Schema */
            input_schema: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            /** @description JSON Schema */
            options_schema: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            /** @description JSON Schema; holds `{$option: name}` where a value comes from the options */
            result_schema: {
                [key: string]: components["schemas"]["JsonValue"];
            };
        };
        AgentAnswer: {
            /** @constant */
            status: "succeeded";
            /** @example summarize */
            task: string;
            /**
             * @description Text or JSON, as the `result_schema` of the task says
             * @example A parcel did not arrive, and two letters stayed unanswered.
             */
            result: components["schemas"]["JsonValue"];
            /**
             * @description What the model has written, as it is
             * @example A parcel did not arrive, and two letters stayed unanswered.
             */
            text: string;
            /** @example local */
            engine: string;
            /** @example qwen3 */
            model: string;
        };
        AgentJob: {
            /** @example gen_Yw2Lx85b0Q7s */
            job_id: string;
            /** @example generate */
            kind: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description Place in the queue while queued, in whatever stage */
            position: number | null;
            /** @description While queued; null where nothing is known yet */
            expected_wait_seconds: number | null;
            progress: components["schemas"]["Progress"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string | null;
            result: components["schemas"]["AgentAnswer"] | null;
            error: components["schemas"]["JobError"] | null;
            /**
             * @description Only where no engine could answer
             * @constant
             */
            subscription_only?: true;
        };
        WorkerOffer: {
            /** @description Profiles that the caller may use */
            items: {
                /** @example read_docs */
                name: string;
                description: string;
                /** @description Links of one host that a job with attached files follows; null where it reads no pages */
                links_per_host: number | null;
            }[];
            budget: {
                /** @description Jobs of the caller in a day */
                limit: number;
                /** @description What may still be started today, by the caller and by all */
                left: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                resets_at: string;
                /**
                 * @description In which the day ends
                 * @example Europe/Berlin
                 */
                time_zone: string;
            };
            /** @description Why no worker can run on this machine; null where it can */
            unavailable: string | null;
        };
        WorkerAnswer: {
            /** @example The file has three words. */
            answer: string;
            /** @example local */
            engine: string;
            /** @example qwen3 */
            model: string;
        };
        WorkerStepOutput: {
            bytes: number;
            /** @description Where it is read, with the same credential */
            url: string;
        };
        WorkerStep: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            at: string;
            /** @example read_file */
            tool: string;
            /**
             * @description One short line
             * @example read_file /inputs/hello.txt
             */
            text: string;
            ms: number;
            /** @description Whether the tool did what was asked */
            ok: boolean;
            output: components["schemas"]["WorkerStepOutput"] | null;
        };
        WorkerArtifact: {
            /** @example report.md */
            name: string;
            bytes: number;
            /**
             * @description As its content says
             * @example text/markdown
             */
            media_type: string;
            /** @description Where it is downloaded, with the same credential */
            url: string;
        };
        WorkerJob: {
            /** @example gen_Yw2Lx85b0Q7s */
            job_id: string;
            /** @example generate */
            kind: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description Place in the queue while queued, in whatever stage */
            position: number | null;
            /** @description While queued; null where nothing is known yet */
            expected_wait_seconds: number | null;
            progress: components["schemas"]["Progress"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string | null;
            error: components["schemas"]["JobError"] | null;
            /**
             * @description Only where no engine could answer
             * @constant
             */
            subscription_only?: true;
            result: components["schemas"]["WorkerAnswer"] | null;
            profile: string | null;
            brief: string | null;
            /** @description Calls of tools so far, the oldest first */
            steps: components["schemas"]["WorkerStep"][];
            /** @description Files that were handed over so far */
            artifacts: components["schemas"]["WorkerArtifact"][];
        };
        ListedWorkerJob: {
            /** @example gen_Yw2Lx85b0Q7s */
            job_id: string;
            /** @example generate */
            kind: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description Place in the queue while queued, in whatever stage */
            position: number | null;
            /** @description While queued; null where nothing is known yet */
            expected_wait_seconds: number | null;
            progress: components["schemas"]["Progress"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string | null;
            error: components["schemas"]["JobError"] | null;
            /**
             * @description Only where no engine could answer
             * @constant
             */
            subscription_only?: true;
            profile: string | null;
            /** @description How the brief begins */
            excerpt: string | null;
        };
        Voices: {
            /** @description In the order in which they are asked */
            engines: {
                /** @example embedded */
                engine: string;
                label: string;
                models: string[];
                languages: string[] | null;
                /** @description The first is the default. Empty: any name is passed on */
                voices: {
                    /** @example slt */
                    id: string;
                    /**
                     * @example [
                     *       "en"
                     *     ]
                     */
                    languages: string[];
                }[];
            }[];
            /** @description Formats of a clip that can be made here; the first is the default */
            formats: string[];
        };
        SpokenClip: {
            /** @example bqTqK0a2Q8Cw3v7uWnVd9g.mp3 */
            name: string;
            /**
             * @description The path of the clip, for anyone who has it; no credential is needed
             * @example /api/ai/tts/file/bqTqK0a2Q8Cw3v7uWnVd9g.mp3
             */
            url: string;
            /** @example audio/mpeg */
            media_type: string;
            /** @example 1.482 */
            duration_seconds: number;
            /** @example 11904 */
            bytes: number;
            /** @example embedded */
            engine: string;
            /** @example slt */
            voice: string | null;
        };
        SpeechJob: {
            /** @example gen_Yw2Lx85b0Q7s */
            job_id: string;
            /** @example generate */
            kind: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description Place in the queue while queued, in whatever stage */
            position: number | null;
            /** @description While queued; null where nothing is known yet */
            expected_wait_seconds: number | null;
            progress: components["schemas"]["Progress"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string | null;
            result: components["schemas"]["SpokenClip"] | null;
            error: components["schemas"]["JobError"] | null;
            /**
             * @description Only where no engine could answer
             * @constant
             */
            subscription_only?: true;
        };
        SpeechEvent: {
            /** @constant */
            type: "speech.audio.delta";
            /** @description A part of the sound in base64 */
            audio: string;
        } | {
            /** @constant */
            type: "speech.audio.done";
            usage: {
                input_tokens: number;
                output_tokens: number;
                total_tokens: number;
            };
        } | {
            error: components["schemas"]["OpenAiErrorObject"];
        };
        StoredFile: {
            /** @description Anyone who has it can read the file */
            token: string;
            filename: string;
            /** @description The link, for anybody; a rename changes it */
            url: string;
            bytes: number;
            /** @description Hex */
            sha256: string;
            /** @description By the content first, then by the name */
            media_type: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description To the hour; null before the first time
             */
            last_read_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string | null;
        };
        StorageLimits: {
            /** @description Of one file that comes from where this request came from */
            max_file_bytes: number;
            /** @description Whether this request came directly from the own network of the owner */
            is_own_network: boolean;
            /** @description Of one file that comes from there */
            own_network_max_file_bytes: number;
            /** @description Of the own files, and of the resumable uploads that have started */
            used_bytes: number;
            /** @description The most that this may be; null for no bound */
            quota_bytes: number | null;
            /** @description What may still be stored, by the quota and by what is free on the disk */
            free_bytes: number;
        };
        KnowledgeCollection: {
            /** @example kno_2b9Vn0qYw1Xz7LkTfR4cQe */
            id: string;
            name: string;
            /** @description Whether the caller may change it */
            own: boolean;
            owner_name: string;
            /** @description Whether every member may search and read it */
            shared: boolean;
            sources: number;
            /** @description That a search finds */
            passages: number;
            /** @description Sources that are not read yet */
            waiting: number;
            /** @description Sources that could not be read */
            failed: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
        };
        KnowledgeCollections: {
            items: components["schemas"]["KnowledgeCollection"][];
        };
        KnowledgePassage: {
            /** @description Names the passage until its source is read again */
            number: number;
            collection: {
                id: string;
                name: string;
            };
            source: {
                id: string;
                /** @enum {string} */
                kind: "file" | "page" | "transcript" | "conversation" | "note";
                title: string;
            };
            /** @description The headings above it, the outermost first */
            heading: string;
            /** @description Page or slide */
            page: number | null;
            /** @description Of a recording, from its beginning */
            seconds: number | null;
            text: string;
            /** @description The part of it around the words */
            excerpt: string;
            /** @description Where it is read in the web app */
            url: string;
        };
        KnowledgeFound: {
            /** @description The best first */
            items: components["schemas"]["KnowledgePassage"][];
        };
        KnowledgePassageInContext: {
            /** @description Names the passage until its source is read again */
            number: number;
            collection: {
                id: string;
                name: string;
            };
            source: {
                id: string;
                /** @enum {string} */
                kind: "file" | "page" | "transcript" | "conversation" | "note";
                title: string;
            };
            /** @description The headings above it, the outermost first */
            heading: string;
            /** @description Page or slide */
            page: number | null;
            /** @description Of a recording, from its beginning */
            seconds: number | null;
            text: string;
            /** @description The part of it around the words */
            excerpt: string;
            /** @description Where it is read in the web app */
            url: string;
            /** @description The passage before it */
            before: string | null;
            /** @description The passage behind it */
            after: string | null;
        };
        KnowledgeSource: {
            /** @example kns_Xd2LGSy6Hg_Yx2AaQiwqvQ */
            id: string;
            /** @enum {string} */
            kind: "file" | "page" | "transcript" | "conversation" | "note";
            title: string;
            /**
             * @description What was read before is found until it is read again
             * @enum {string}
             */
            state: "waiting" | "reading" | "ready" | "failed";
            /** @description Why it could not be read */
            error: string | null;
            /** @description What was left out when it was read */
            note: string | null;
            characters: number;
            passages: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            read_at: string | null;
        };
        KnowledgeSources: {
            items: components["schemas"]["KnowledgeSource"][];
            /** @description Asks for the next page as `cursor`; null on the last page */
            next_cursor: string | null;
        };
        KnowledgeNewSource: {
            /** @description The token of a stored file of the caller’s */
            file: string;
        } | {
            /** @description Its address */
            page: string;
        } | {
            /** @description An entry of the history */
            transcript: string;
        } | {
            conversation: string;
        } | {
            note: {
                title: string;
                /** @description Markdown */
                text: string;
            };
        };
        KnowledgeAddedSources: {
            items: components["schemas"]["KnowledgeSource"][];
            /** @description How many were in the collection already */
            there: number;
        };
        KnowledgeWholeSource: {
            /** @example kns_Xd2LGSy6Hg_Yx2AaQiwqvQ */
            id: string;
            /** @enum {string} */
            kind: "file" | "page" | "transcript" | "conversation" | "note";
            title: string;
            /**
             * @description What was read before is found until it is read again
             * @enum {string}
             */
            state: "waiting" | "reading" | "ready" | "failed";
            /** @description Why it could not be read */
            error: string | null;
            /** @description What was left out when it was read */
            note: string | null;
            characters: number;
            passages: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            read_at: string | null;
            /** @description Of a note */
            text: string | null;
        };
        HistoryList: {
            items: {
                /** @example his_2b9Vn0qYw1Xz7LkTfR4cQe */
                id: string;
                title: string;
                /**
                 * @description A primary language subtag
                 * @example en
                 */
                language: string | null;
                /** @description Duration of the recording or the clip */
                seconds: number | null;
                /** @description Length of the text */
                characters: number;
                /** @description Whether it stays until it is deleted */
                keep: boolean;
                /** @description The job that has made it */
                job_id: string | null;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description When it is deleted; null where it is kept
                 */
                expires_at: string | null;
                /** @enum {string} */
                kind: "transcript" | "translation" | "speech";
                /** @description With q: the part of the text around the words */
                excerpt?: string;
            }[];
            /** @description Asks for the next page as `cursor`; null on the last page */
            next_cursor: string | null;
        };
        HistorySegment: {
            /** @description Seconds from the beginning */
            start: number;
            end: number;
            text: string;
            words?: {
                word: string;
                start: number;
                end: number;
            }[];
        };
        HistoryTranscript: {
            /** @example his_2b9Vn0qYw1Xz7LkTfR4cQe */
            id: string;
            title: string;
            /**
             * @description A primary language subtag
             * @example en
             */
            language: string | null;
            /** @description Duration of the recording or the clip */
            seconds: number | null;
            /** @description Length of the text */
            characters: number;
            /** @description Whether it stays until it is deleted */
            keep: boolean;
            /** @description The job that has made it */
            job_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it is deleted; null where it is kept
             */
            expires_at: string | null;
            /** @constant */
            kind: "transcript";
            /** @description The whole text */
            text: string;
            /** @description Empty where nothing was spoken */
            segments: components["schemas"]["HistorySegment"][];
            engine: string;
            model: string | null;
            /** @description The file or the address it was made from */
            source: string | null;
        };
        HistoryTranslation: {
            /** @example his_2b9Vn0qYw1Xz7LkTfR4cQe */
            id: string;
            title: string;
            /**
             * @description A primary language subtag
             * @example en
             */
            language: string | null;
            /** @description Duration of the recording or the clip */
            seconds: number | null;
            /** @description Length of the text */
            characters: number;
            /** @description Whether it stays until it is deleted */
            keep: boolean;
            /** @description The job that has made it */
            job_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it is deleted; null where it is kept
             */
            expires_at: string | null;
            /** @constant */
            kind: "translation";
            /** @description The whole text */
            text: string;
            /** @description Of subtitles: the file in SubRip’s format */
            srt: string | null;
            /** @description The language of the result */
            target: string;
            /** @description The language it was translated from */
            source: string | null;
        };
        HistorySpeech: {
            /** @example his_2b9Vn0qYw1Xz7LkTfR4cQe */
            id: string;
            title: string;
            /**
             * @description A primary language subtag
             * @example en
             */
            language: string | null;
            /** @description Duration of the recording or the clip */
            seconds: number | null;
            /** @description Length of the text */
            characters: number;
            /** @description Whether it stays until it is deleted */
            keep: boolean;
            /** @description The job that has made it */
            job_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it is deleted; null where it is kept
             */
            expires_at: string | null;
            /** @constant */
            kind: "speech";
            /** @description The text that is spoken */
            text: string;
            /** @description Where the clip is */
            url: string;
            engine: string;
            voice: string | null;
            /** @example mp3 */
            format: string;
            /** @example audio/mpeg */
            media_type: string;
        };
        HistoryEntry: components["schemas"]["HistoryTranscript"] | components["schemas"]["HistoryTranslation"] | components["schemas"]["HistorySpeech"];
        HistoryItem: {
            /** @example his_2b9Vn0qYw1Xz7LkTfR4cQe */
            id: string;
            title: string;
            /**
             * @description A primary language subtag
             * @example en
             */
            language: string | null;
            /** @description Duration of the recording or the clip */
            seconds: number | null;
            /** @description Length of the text */
            characters: number;
            /** @description Whether it stays until it is deleted */
            keep: boolean;
            /** @description The job that has made it */
            job_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it is deleted; null where it is kept
             */
            expires_at: string | null;
            /** @enum {string} */
            kind: "transcript" | "translation" | "speech";
        };
        DashboardSummary: {
            usage: {
                today: {
                    /** @description Work with a price that succeeded; work without one, such as a chat, is no call */
                    calls: number;
                    /** @description Work that failed, with or without a price; it costs no credits */
                    failures: number;
                    credits: number;
                    /** @description Calls of models, whatever came of them; one request may make several */
                    model_calls: number;
                    queue_ms: number;
                    total_ms: number;
                    characters_in: number;
                    characters_out: number;
                    usd: number;
                };
                /** @description Since the first of the month, UTC */
                month: {
                    /** @description Work with a price that succeeded; work without one, such as a chat, is no call */
                    calls: number;
                    /** @description Work that failed, with or without a price; it costs no credits */
                    failures: number;
                    credits: number;
                    /** @description Calls of models, whatever came of them; one request may make several */
                    model_calls: number;
                    queue_ms: number;
                    total_ms: number;
                    characters_in: number;
                    characters_out: number;
                    usd: number;
                };
                last_30_days: {
                    /** @description Work with a price that succeeded; work without one, such as a chat, is no call */
                    calls: number;
                    /** @description Work that failed, with or without a price; it costs no credits */
                    failures: number;
                    credits: number;
                    /** @description Calls of models, whatever came of them; one request may make several */
                    model_calls: number;
                    queue_ms: number;
                    total_ms: number;
                    characters_in: number;
                    characters_out: number;
                    usd: number;
                };
            };
            /** @description Credits that the owner of this service has set for a month; nothing is refused */
            budget: {
                credits: number;
                used: number;
            } | null;
            /** @description Those that have not expired */
            jobs: {
                queued: number;
                running: number;
                succeeded: number;
                failed: number;
                cancelled: number;
            };
            files: {
                count: number;
                bytes: number;
            };
            credit_costs: {
                [key: string]: number;
            };
            usd_per_credit: number;
        };
        DashboardUsage: {
            /** @description First UTC day */
            from: string;
            /** @description Last UTC day */
            to: string;
            totals: {
                /** @description Work with a price that succeeded; work without one, such as a chat, is no call */
                calls: number;
                /** @description Work that failed, with or without a price; it costs no credits */
                failures: number;
                credits: number;
                /** @description Calls of models, whatever came of them; one request may make several */
                model_calls: number;
                queue_ms: number;
                total_ms: number;
                characters_in: number;
                characters_out: number;
                usd: number;
            };
            /** @description Every day of the range */
            items: {
                day: string;
                /** @description Work with a price that succeeded; work without one, such as a chat, is no call */
                calls: number;
                /** @description Work that failed, with or without a price; it costs no credits */
                failures: number;
                credits: number;
                /** @description Calls of models, whatever came of them; one request may make several */
                model_calls: number;
                queue_ms: number;
                total_ms: number;
                characters_in: number;
                characters_out: number;
                usd: number;
            }[];
            /** @description Models that have answered, the most used one first */
            models: {
                engine: string;
                model: string;
                /** @description Work with a price that succeeded; work without one, such as a chat, is no call */
                calls: number;
                /** @description Work that failed, with or without a price; it costs no credits */
                failures: number;
                credits: number;
                /** @description Calls of models, whatever came of them; one request may make several */
                model_calls: number;
                queue_ms: number;
                total_ms: number;
                characters_in: number;
                characters_out: number;
                usd: number;
            }[];
        };
        DataExport: {
            /**
             * @description Of the one that is being made, or has failed
             * @enum {string}
             */
            status: "none" | "queued" | "running" | "failed";
            progress: {
                done: number;
                total: number;
            } | null;
            error: string | null;
            /** @description The one that can be downloaded */
            archive: {
                url: string;
                bytes: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                expires_at: string;
            } | null;
        };
        UserExtras: {
            /**
             * @description Profiles of workers that the user may run; `*` stands for all, also for those to come
             * @example [
             *       "read_docs"
             *     ]
             */
            worker_profiles: string[];
            /** @description Bytes of files that the user may keep; null for what everybody has */
            storage_bytes: number | null;
        };
        OwnAccount: {
            /** @example ann@example.org */
            name: string;
            /** @enum {string} */
            role: "admin" | "user" | "pending";
            /**
             * @description Identity provider of the first sign-in; null for an account without one
             * @example https://accounts.google.com
             */
            issuer: string | null;
            extras: components["schemas"]["UserExtras"];
            /**
             * @description Of the pages; null for the one that the browser prefers
             * @example de
             * @enum {string|null}
             */
            language: "en" | "de" | "fr" | "es" | "pl" | "ja" | null;
        };
        OwnAccountChange: {
            /**
             * @description Of the pages; null for the one that the browser prefers
             * @example de
             * @enum {string|null}
             */
            language?: "en" | "de" | "fr" | "es" | "pl" | "ja" | null;
        };
        Session: {
            /** @example ses_5b0Q7sYw2Lx8 */
            id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description To the minute
             */
            last_used_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string;
            /**
             * @description Network address at the sign-in; empty where it was not kept
             * @example 192.168.1.20
             */
            address: string;
            /**
             * @description As the browser called itself at the sign-in; empty where it was not kept
             * @example Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0
             */
            user_agent: string;
            /** @description Whether the request was made with it */
            is_current: boolean;
        };
        SignInLink: {
            /**
             * @description Below the address of this service; it holds the secret
             * @example /join/pZ8nq0cGm1yJtq5vVb3kR2sXw7LdTf4H
             */
            path: string;
            /** @description The whole link, by each address at which another device may reach this service, the best first; empty where it listens on this machine alone */
            urls: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string;
        };
        Device: {
            id: string;
            /** @enum {string} */
            surface: "code" | "canvas";
            /** @description As the client calls itself */
            name: string;
            account: string;
            address: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            last_used_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            revoked_at: string | null;
        };
        Identity: {
            /** @example idn_5b0Q7sYw2Lx8 */
            id: string;
            /** @example https://accounts.google.com */
            issuer: string;
            /** @description As the provider has verified it; null where it has not */
            email: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
        };
        Identities: {
            items: components["schemas"]["Identity"][];
            /** @description Where another account can be connected */
            providers: {
                id: string;
                label: string;
            }[];
        };
        IdentityLink: {
            /** @description Of the provider; opened in the same browser */
            url: string;
        };
        Passkey: {
            /** @description As the authenticator has made it */
            id: string;
            /** @description The host name that it belongs to */
            host: string;
            name: string;
            /** @description Whether it is kept in more than one device */
            backed_up: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description When it may have been copied; it is refused since
             */
            suspect_at: string | null;
        };
        Passkeys: {
            items: components["schemas"]["Passkey"][];
            /** @description Host name that a new one would belong to; null where browsers have none: they need https with a host name, or http://localhost */
            host: string | null;
        };
        /** @description For `PublicKeyCredential.parse…OptionsFromJSON` */
        PasskeyOptions: {
            challenge: string;
        } & {
            [key: string]: components["schemas"]["JsonValue"];
        };
        RegistrationResponse: {
            id: string;
            rawId: string;
            /** @constant */
            type: "public-key";
            /** @enum {string} */
            authenticatorAttachment?: "platform" | "cross-platform";
            /** @description Not read */
            clientExtensionResults: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            response: {
                clientDataJSON: string;
                attestationObject: string;
                transports?: string[];
            };
        };
        ApiKey: {
            /** @example key_5b0Q7sYw2Lx8 */
            id: string;
            /** @example kitchen */
            label: string;
            /**
             * @description The first characters of the key, to tell keys apart
             * @example hth_Yw2L
             */
            prefix: string;
            /** @example x8Qs */
            last_four: string;
            /** @description The user who has made it and whom it acts for; null for a key of the service */
            user_id: string | null;
            project: string | null;
            product: string | null;
            use_count: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Null: it does not expire
             */
            expires_at: string | null;
            revoked: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            revoked_at: string | null;
        };
        ProfileChange: {
            /** @description Chat and generate */
            generate?: boolean;
            /** @description `*` stands for all, also for those to come */
            agent_engines?: string[] | "*";
            /** @description `*` stands for all, also for those to come */
            agent_tasks?: string[] | "*";
            media?: boolean;
            /** @description Embeddings and rankings */
            embeddings?: boolean;
            /** @description `*` stands for all, also for those to come */
            worker_profiles?: string[] | "*";
            image_models?: string[];
        };
        Profile: {
            /** @description Chat and generate */
            generate: boolean;
            /**
             * @description `*` stands for all, also for those to come
             * @example [
             *       "*"
             *     ]
             */
            agent_engines: string[];
            /**
             * @description `*` stands for all, also for those to come
             * @example [
             *       "summarize"
             *     ]
             */
            agent_tasks: string[];
            media: boolean;
            /** @description Embeddings and rankings */
            embeddings: boolean;
            /**
             * @description `*` stands for all, also for those to come
             * @example [
             *       "read_docs"
             *     ]
             */
            worker_profiles: string[];
            image_models: string[];
        };
        NewApiKey: {
            /** @example key_5b0Q7sYw2Lx8 */
            id: string;
            /** @example kitchen */
            label: string;
            /**
             * @description The first characters of the key, to tell keys apart
             * @example hth_Yw2L
             */
            prefix: string;
            /** @example x8Qs */
            last_four: string;
            /** @description The user who has made it and whom it acts for; null for a key of the service */
            user_id: string | null;
            project: string | null;
            product: string | null;
            use_count: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Null: it does not expire
             */
            expires_at: string | null;
            revoked: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            revoked_at: string | null;
            /**
             * @description The key itself, shown this once
             * @example hth_Yw2L…x8Qs
             */
            key: string;
            profile: components["schemas"]["Profile"];
        };
        KeyAccess: {
            /** @example key_5b0Q7sYw2Lx8 */
            key_id: string;
            /** @example kitchen */
            label: string;
            /** @example false */
            revoked: boolean;
            /** @description Null: a key from before profiles, with full access */
            profile: components["schemas"]["Profile"] | null;
        };
        AdminWorkerStep: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            at: string;
            /** @example read_file */
            tool: string;
            /**
             * @description One short line
             * @example read_file /inputs/hello.txt
             */
            text: string;
            ms: number;
            /** @description Whether the tool did what was asked */
            ok: boolean;
        };
        AdminWorkerJob: {
            /** @example gen_Yw2Lx85b0Q7s */
            job_id: string;
            /** @example generate */
            kind: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description Place in the queue while queued, in whatever stage */
            position: number | null;
            /** @description While queued; null where nothing is known yet */
            expected_wait_seconds: number | null;
            progress: components["schemas"]["Progress"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string | null;
            error: components["schemas"]["JobError"] | null;
            /**
             * @description Only where no engine could answer
             * @constant
             */
            subscription_only?: true;
            profile: string | null;
            /** @description The first 120 characters of the brief; the rest, the answer and the contents of files are only its owner’s */
            excerpt: string | null;
            /** @description As in the usage */
            owner_id: string;
            /** @description Name of the key or user */
            actor: string | null;
            /** @description The newest 50, the oldest first */
            steps: components["schemas"]["AdminWorkerStep"][];
            steps_total: number;
            artifacts: {
                /** @example report.md */
                name: string;
                bytes: number;
                /**
                 * @description As its content says
                 * @example text/markdown
                 */
                media_type: string;
            }[];
        };
        WorkerDay: {
            /**
             * @description In `time_zone`
             * @example 2026-11-22
             */
            day: string;
            /** @example Europe/Berlin */
            time_zone: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            ends_at: string;
            all: {
                limit: number;
                left: number;
            };
            /** @description Of each key and user */
            jobs_per_day: number;
            /** @description Who has started jobs today, those with the most first */
            owners: {
                owner_id: string;
                /** @description Its name; the id where there is none any more */
                actor: string;
                used: number;
                left: number;
            }[];
        };
        WorkerProfile: {
            /** @example read_docs */
            name: string;
            description: string;
            /**
             * @description Shipped with Hearth, the owner’s, or the owner’s in place of a shipped one
             * @enum {string}
             */
            source: "shipped" | "own" | "override";
            tools: string[];
            /** @description Answers of the model in one job, at most */
            steps: number;
            /** @description Time of one job at work */
            seconds: number;
            /** @description Links of one host that a job with attached files follows; null where it reads no pages */
            links_per_host: number | null;
        };
        SandboxState: {
            /** @description Without it no worker runs */
            ok: boolean;
            reason: string | null;
            /** @description What the owner can do about it */
            fix: string | null;
            /** @enum {string|null} */
            control_group: "v2" | "v1" | "none" | null;
            /** @description Whether commands have Python 3 */
            python: boolean;
        };
        AdminWorkers: {
            items: components["schemas"]["AdminWorkerJob"][];
            next_cursor: string | null;
            today: components["schemas"]["WorkerDay"];
            profiles: components["schemas"]["WorkerProfile"][];
            /** @description Profiles of the owner’s folder that cannot be used, and why */
            profile_faults: {
                name: string;
                fault: string;
            }[];
            sandbox: components["schemas"]["SandboxState"];
        };
        User: {
            id: string;
            /** @description Null: the identity provider has not verified one */
            email: string | null;
            name: string | null;
            issuer: string;
            /** @enum {string} */
            role: "pending" | "user" | "admin";
            /** @enum {string} */
            status: "active" | "suspended" | "deleted";
            extras: components["schemas"]["UserExtras"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            last_sign_in_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            last_seen_at: string;
        };
        AuditEntry: {
            id: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            at: string;
            actor: string;
            action: string;
            /** @description Id of what was changed */
            subject: string;
            before: components["schemas"]["JsonValue"];
            after: components["schemas"]["JsonValue"];
            address: string;
            request_id: string;
        };
        Invite: {
            /** @example inv_5b0Q7sYw2Lx8 */
            id: string;
            /** @description Empty where none was given */
            label: string;
            /** @enum {string} */
            status: "open" | "used" | "expired" | "ended";
            /** @description How many people may join */
            uses: number;
            uses_left: number;
            extras: components["schemas"]["UserExtras"];
            created_by: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            ended_at: string | null;
            /** @description Who has joined, the first first */
            joined: {
                user_id: string;
                name: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                at: string;
                address: string;
                user_agent: string;
            }[];
        };
        NewInvite: {
            /** @example inv_5b0Q7sYw2Lx8 */
            id: string;
            /** @description Empty where none was given */
            label: string;
            /** @enum {string} */
            status: "open" | "used" | "expired" | "ended";
            /** @description How many people may join */
            uses: number;
            uses_left: number;
            extras: components["schemas"]["UserExtras"];
            created_by: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            ended_at: string | null;
            /** @description Who has joined, the first first */
            joined: {
                user_id: string;
                name: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                at: string;
                address: string;
                user_agent: string;
            }[];
            /**
             * @description Below the address of this service; it holds the secret
             * @example /join/pZ8nq0cGm1yJtq5vVb3kR2sXw7LdTf4H
             */
            path: string;
            /** @description The whole link, by each address at which another device may reach this service, the best first; empty where it listens on this machine alone */
            urls: string[];
        };
        Budget: {
            /** @example user:usr_5b0Q7sYw2Lx8 */
            owner_id: string;
            name: string;
            /** @description A month */
            credits: number;
            /** @description Since the first of the month, UTC */
            used: number;
        };
        EngineList: {
            items: {
                id: string;
                label: string;
                /**
                 * @description What it makes. An engine of each type may have the same id
                 * @enum {string}
                 */
                type: "text" | "speech" | "transcription";
                /** @description llama.cpp, Ollama, claude, embedded, command and so on; null when unknown */
                kind: string | null;
                /** @description Address of the server, where it is one */
                base_url: string | null;
                /** @description False for a server that was found */
                configured: boolean;
                /** @description Whether requests may use it now */
                offered: boolean;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                seen_at: string | null;
                /** @description Why its server did not answer the last scan; redacted */
                unreachable: string | null;
                /** @description Those that answer chats */
                models: string[];
                /** @description What the server says of each model, also of those for vectors */
                model_facts: {
                    id: string;
                    /**
                     * @description What it is for: the others than `completion` answer no chats
                     * @enum {string}
                     */
                    use: "completion" | "embedding" | "rerank";
                    /** @description Tokens */
                    context_length: number | null;
                    /** @description Reads images; null when unknown */
                    images: boolean | null;
                    /** @description Calls functions; null when unknown */
                    tools: boolean | null;
                    /** @description Why it cannot be loaded, until its file changes */
                    fault: string | null;
                }[];
                /** @description Null for other types than text */
                max_characters: number | null;
                timeout_seconds: number;
                capabilities: {
                    images: boolean;
                    structured: boolean;
                    tools: boolean;
                } | null;
                /** @description Of a speech engine: how many it lists; 0 takes any name */
                voices: number | null;
                languages: string[] | null;
                accounts: {
                    id: string;
                    /** @enum {string} */
                    state: "ok" | "parked" | "disabled";
                    /**
                     * @description Class of the last failure
                     * @enum {string|null}
                     */
                    class: "quota" | "signed_out" | "transient" | "request" | "empty" | "timeout" | "not_installed" | "unknown" | null;
                    /** @description Redacted */
                    evidence: string | null;
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC
                     */
                    since: string | null;
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC
                     */
                    until: string | null;
                    /**
                     * @description engine: an answer; watcher: a status check; owner: a check by the owner
                     * @enum {string|null}
                     */
                    set_by: "engine" | "watcher" | "owner" | null;
                    families: {
                        /** @description Family of models with a quota of its own */
                        family: string;
                        /**
                         * @description Class of the last failure
                         * @enum {string}
                         */
                        class: "quota" | "signed_out" | "transient" | "request" | "empty" | "timeout" | "not_installed" | "unknown";
                        /** @description Redacted */
                        evidence: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC
                         */
                        since: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC
                         */
                        until: string | null;
                        /**
                         * @description engine: an answer; watcher: a status check; owner: a check by the owner
                         * @enum {string}
                         */
                        set_by: "engine" | "watcher" | "owner";
                    }[];
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC
                     */
                    probed_at: string | null;
                    /** @description Model calls of the last 7 days, the oldest day first */
                    days: {
                        /** @description YYYY-MM-DD, UTC */
                        day: string;
                        calls: number;
                        failures: number;
                    }[];
                }[];
            }[];
            next_cursor: null;
        };
        EngineAccount: {
            engine: string;
            id: string;
            /** @enum {string} */
            state: "ok" | "parked" | "disabled";
            /**
             * @description Class of the last failure
             * @enum {string|null}
             */
            class: "quota" | "signed_out" | "transient" | "request" | "empty" | "timeout" | "not_installed" | "unknown" | null;
            /** @description Redacted */
            evidence: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            since: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            until: string | null;
            /**
             * @description engine: an answer; watcher: a status check; owner: a check by the owner
             * @enum {string|null}
             */
            set_by: "engine" | "watcher" | "owner" | null;
            families: {
                /** @description Family of models with a quota of its own */
                family: string;
                /**
                 * @description Class of the last failure
                 * @enum {string}
                 */
                class: "quota" | "signed_out" | "transient" | "request" | "empty" | "timeout" | "not_installed" | "unknown";
                /** @description Redacted */
                evidence: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                since: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                until: string | null;
                /**
                 * @description engine: an answer; watcher: a status check; owner: a check by the owner
                 * @enum {string}
                 */
                set_by: "engine" | "watcher" | "owner";
            }[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            probed_at: string | null;
            /** @description Model calls of the last 7 days, the oldest day first */
            days: {
                /** @description YYYY-MM-DD, UTC */
                day: string;
                calls: number;
                failures: number;
            }[];
        };
        Alert: {
            id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            at: string;
            /** @description Lower-case words with underscores, for programs */
            kind: string;
            subject: string;
            message: string;
            /** @description Id of the user or device; acting on that one closes the alert */
            about: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            acknowledged_at: string | null;
            acknowledged_by: string | null;
            /** @description Path of its section in the manual */
            help: string;
        };
        WorkerNode: {
            name: string;
            /**
             * @description `refused`: of another version, so that it gets no work
             * @enum {string}
             */
            state: "online" | "lost" | "stopped" | "refused";
            version: string;
            /** @description Heavy tasks at a time */
            width: number;
            /** @description Calls of engines that it has not ended */
            running: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            seen_at: string;
            /** @description Where its clock differs by more than 5 s */
            clock_ahead_seconds: number | null;
            engines: {
                id: string;
                label: string;
                models: string[];
                /** @description As the engines page names them: account@node */
                accounts: string[];
                /** @description Why its server does not answer */
                problem: string | null;
            }[];
            speech: {
                id: string;
                label: string;
                models: string[];
            }[];
            recognisers: {
                id: string;
                label: string;
                models: string[];
            }[];
        };
        WorkerNodes: {
            /** @description Whether the settings name a queue, so that worker nodes can join */
            is_shared: boolean;
            /** @description Of this service; a worker node of another version gets no work */
            version: string;
            items: components["schemas"]["WorkerNode"][];
        };
        StoredBackup: {
            /** @description Its file in the folder */
            name: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            at: string;
            bytes: number;
            whole: {
                /** @description The database included */
                files: number;
                /** @description Files that rows name, and that were lost before it was made */
                lost: number;
            } | null;
        };
        RestoreDrill: {
            /** @description Of the backup */
            name: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            at: string;
            /** @description Why it cannot be restored */
            failure: string | null;
            found: {
                files: number;
                bytes: number;
                users: number;
                conversations: number;
                named: number;
                lost: number;
            } | null;
        };
        Backups: {
            items: components["schemas"]["StoredBackup"][];
            /** @description Whether one is being made */
            making: boolean;
            /** @description Whether one is made every night */
            nightly: boolean;
            folder: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            next_at: string | null;
            failure: {
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                at: string;
                reason: string;
            } | null;
            /** @description Whether the newest is older than 48 hours */
            stale: boolean;
            /** @description Why the newest has no bytes of files, where it should */
            bytes_missing: string | null;
            drill: components["schemas"]["RestoreDrill"] | null;
        };
        BackupItem: {
            id: string;
            owner: string;
            owner_name: string;
            title: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            at: string;
            /** @description Whether the service has it */
            there: boolean;
            /** @description Whether it would be gone by now */
            expired: boolean;
            /** @description Whether the backup has all its bytes */
            has_bytes: boolean;
        };
        RestoreReport: {
            /** @description How many things of each kind were put back */
            restored: {
                [key: string]: number;
            };
            /** @description How many were there, and stay as they are */
            there: number;
            /** @description How many have no bytes from now on, or were not put back because the backup has none */
            lost: number;
            /** @description Names of some of them */
            lost_names: string[];
            /** @description Why the rest was not put back, as where the quota is used up */
            stopped: string | null;
        };
        LoggedRequest: {
            id: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            at: string;
            request_id: string;
            /** @description Null where nobody was recognized */
            actor: string | null;
            /** @example POST */
            method: string;
            /**
             * @description The pattern of the route; never the path itself
             * @example /v1/chat/completions
             */
            route: string;
            /**
             * @description 499: the client left before the end
             * @example 200
             */
            status: number;
            /** @description Until the last byte was sent */
            ms: number;
            /** @description In the queue */
            wait_ms: number | null;
            engine: string | null;
            model: string | null;
        };
        UsageReport: {
            /** @description First UTC day */
            from: string;
            /** @description Last UTC day */
            to: string;
            group_by: string[];
            credit_costs: {
                [key: string]: number;
            };
            usd_per_credit: number;
            totals: {
                /** @description Work with a price that succeeded; work without one, such as a chat, is no call */
                calls: number;
                /** @description Work that failed, with or without a price; it costs no credits */
                failures: number;
                credits: number;
                /** @description Calls of models, whatever came of them; one request may make several */
                model_calls: number;
                queue_ms: number;
                total_ms: number;
                characters_in: number;
                characters_out: number;
                usd: number;
            };
            items: {
                /** @description Work with a price that succeeded; work without one, such as a chat, is no call */
                calls: number;
                /** @description Work that failed, with or without a price; it costs no credits */
                failures: number;
                credits: number;
                /** @description Calls of models, whatever came of them; one request may make several */
                model_calls: number;
                queue_ms: number;
                total_ms: number;
                characters_in: number;
                characters_out: number;
                usd: number;
                day?: string;
                owner_id?: string;
                actor?: string;
                key_id?: string;
                project?: string;
                product?: string;
                surface?: string;
                action?: string;
                engine?: string;
                account?: string;
                model?: string;
                outcome?: string;
            }[];
            next_cursor: string | null;
        };
        UsualUsage: {
            /** @description First UTC day */
            from: string;
            /** @description Last UTC day */
            to: string;
            weekday: {
                /** @description Work with a price that succeeded; work without one, such as a chat, is no call */
                calls: number;
                /** @description Work that failed, with or without a price; it costs no credits */
                failures: number;
                credits: number;
                /** @description Calls of models, whatever came of them; one request may make several */
                model_calls: number;
                queue_ms: number;
                total_ms: number;
                characters_in: number;
                characters_out: number;
                usd: number;
            } | null;
            /** @description How many days `weekday` is the median of */
            weekdays: number;
            /** @description Milliseconds in the queue, at most a quarter off; 0 below 10 ms */
            wait_ms: number | null;
            waits: {
                day: string;
                /** @description Milliseconds in the queue, at most a quarter off; 0 below 10 ms */
                wait_ms: number;
            }[];
        };
        System: {
            versions: {
                hearth: string;
                bun: string;
                sqlite: string;
                /** @description Migrations of the database */
                schema: number;
                /** @example Linux 6.12.0 x64 */
                system: string;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at: string;
            uptime_seconds: number;
            data: {
                folder: string;
                /** @description Files and folders in it, the largest first */
                parts: {
                    name: string;
                    bytes: number;
                }[];
                /** @description Left on its disk */
                free_bytes: number;
            } | null;
            backups: {
                nightly: boolean;
                folder: string;
                newest: {
                    name: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC
                     */
                    at: string;
                    bytes: number;
                    /** @description Whether it has the bytes of files */
                    with_files: boolean;
                } | null;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC
                 */
                next_at: string | null;
                failure: {
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC
                     */
                    at: string;
                    reason: string;
                } | null;
                /** @description Whether the newest is older than 48 hours */
                stale: boolean;
            } | null;
            /** @description Those in force, defaults included */
            settings: {
                /** @example log_level */
                name: string;
                /** @description Null where it is not set, and for a secret */
                value: string | null;
                is_set: boolean;
                is_secret: boolean;
            }[];
        };
        Doctor: {
            /** @enum {string} */
            level: "ok" | "info" | "warning" | "error";
            items: {
                /** @description What was checked: `disk`, `engine.local`, … */
                id: string;
                /** @enum {string} */
                level: "ok" | "info" | "warning" | "error";
                /** @description The fact, and what follows from it */
                says: string;
                /** @description What to do about it, a command where one does it */
                fix?: string;
                /** @description Path of its section in the manual */
                help: string;
            }[];
        };
        QueueItem: {
            id: string;
            lane: string;
            kind: string;
            owner: string;
            actor: string;
            request_id: string;
            /** @description 1-based place in its lane; null while it runs */
            position: number | null;
            /** @description Since it was submitted */
            age_seconds: number;
            /** @description Since it has started; null while it waits */
            running_seconds: number | null;
            /** @description Until it is likely to start; null where nothing is known yet */
            expected_wait_seconds: number | null;
            progress: components["schemas"]["Progress"] | null;
            /** @description Label of the engine that it asks; null where it has asked none */
            engine: string | null;
            model: string | null;
        };
        Queue: {
            running: components["schemas"]["QueueItem"][];
            waiting: components["schemas"]["QueueItem"][];
            lanes: {
                name: string;
                width: number;
                running: number;
                waiting: number;
            }[];
            admission: {
                [key: string]: {
                    admitted: number;
                    max: number;
                    max_per_owner: number;
                    /** @description Clients that wait for a lease */
                    waiting: number;
                    /** @description Jobs of the last start, which are not counted */
                    readmitted: number;
                    owners: {
                        [key: string]: number;
                    };
                };
            };
        };
        Skill: {
            name: string;
            description: string;
            /** @description JSON Schema */
            input_schema: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            /** @description JSON Schema */
            options_schema: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            /** @description JSON Schema; holds `{$option: name}` where a value comes from the options */
            result_schema: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            /**
             * @description Shipped with Hearth, the owner’s, or the owner’s in place of a shipped one
             * @enum {string}
             */
            source: "shipped" | "own" | "override";
            /** @description Engines to ask first, in this order */
            engines: string[];
        };
        WholeSkill: {
            name: string;
            description: string;
            /** @description JSON Schema */
            input_schema: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            /** @description JSON Schema */
            options_schema: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            /** @description JSON Schema; holds `{$option: name}` where a value comes from the options */
            result_schema: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            /**
             * @description Shipped with Hearth, the owner’s, or the owner’s in place of a shipped one
             * @enum {string}
             */
            source: "shipped" | "own" | "override";
            /** @description Engines to ask first, in this order */
            engines: string[];
            /** @description The whole SKILL.md */
            content: string;
        };
        TranscriptSummary: {
            /** @description Empty where nothing is spoken */
            text: string;
            /** @description As `en`; null where it is not known */
            language: string | null;
            duration_seconds: number;
            /**
             * @description Only where the recording is longer than 12 hours: the rest was not read
             * @constant
             */
            truncated?: true;
            engine: string;
            model: string | null;
            /** @description Times in seconds from the start */
            segments: {
                start: number;
                end: number;
                text: string;
            }[];
        };
        TranscriptionJob: {
            /** @example gen_Yw2Lx85b0Q7s */
            job_id: string;
            /** @example generate */
            kind: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description Place in the queue while queued, in whatever stage */
            position: number | null;
            /** @description While queued; null where nothing is known yet */
            expected_wait_seconds: number | null;
            progress: components["schemas"]["Progress"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string | null;
            result: components["schemas"]["TranscriptSummary"] | null;
            error: components["schemas"]["JobError"] | null;
            /**
             * @description Only where no engine could answer
             * @constant
             */
            subscription_only?: true;
        };
        AudioTranscription: {
            text: string;
            /** @enum {string} */
            task?: "transcribe" | "translate";
            /**
             * @description Its English name
             * @example english
             */
            language?: string;
            /** @description Seconds */
            duration?: number;
            segments?: {
                id: number;
                seek: number;
                start: number;
                end: number;
                text: string;
                /** @description Always empty */
                tokens: number[];
                temperature: number;
                /** @description Always 0 */
                avg_logprob: number;
                /** @description Always 1 */
                compression_ratio: number;
                /** @description Always 0 */
                no_speech_prob: number;
            }[];
            /** @description Empty where the transcription engine gives no times of words */
            words?: {
                word: string;
                start: number;
                end: number;
            }[];
        };
        AudioTranscriptionEvent: {
            /** @constant */
            type: "transcript.text.delta";
            delta: string;
        } | {
            /** @constant */
            type: "transcript.text.done";
            text: string;
        } | {
            error: components["schemas"]["OpenAiErrorObject"];
        };
        VideoTranscript: {
            url: string;
            /** @enum {string} */
            source: "native" | "generated";
            /**
             * @description Only of captions: written by people, or by the site’s own speech recognition
             * @enum {string}
             */
            kind?: "native" | "automatic";
            /** @description As `en`; null where it is not known */
            language: string | null;
            title: string;
            /** @description Null where the site does not say it */
            duration_seconds: number | null;
            /**
             * @description Only where the recording is longer than 12 hours: the rest was not read
             * @constant
             */
            truncated?: true;
            /** @description Whether it was made for an earlier request, of the last 24 hours */
            cached: boolean;
            /** @description Null for captions */
            engine: string | null;
            model: string | null;
            /** @description Empty where nothing is said */
            text: string;
            /** @description Times in seconds from the start */
            segments: {
                start: number;
                end: number;
                text: string;
            }[];
        };
        VideoTranscriptJob: {
            /** @example gen_Yw2Lx85b0Q7s */
            job_id: string;
            /** @example generate */
            kind: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description Place in the queue while queued, in whatever stage */
            position: number | null;
            /** @description While queued; null where nothing is known yet */
            expected_wait_seconds: number | null;
            progress: components["schemas"]["Progress"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string | null;
            result: components["schemas"]["VideoTranscript"] | null;
            error: components["schemas"]["JobError"] | null;
            /**
             * @description Only where no engine could answer
             * @constant
             */
            subscription_only?: true;
        };
        VideoSubtitles: {
            url: string;
            /** @enum {string} */
            source: "native" | "generated";
            /**
             * @description Only of captions: written by people, or by the site’s own speech recognition
             * @enum {string}
             */
            kind?: "native" | "automatic";
            /** @description As `en`; null where it is not known */
            language: string | null;
            title: string;
            /** @description Null where the site does not say it */
            duration_seconds: number | null;
            /**
             * @description Only where the recording is longer than 12 hours: the rest was not read
             * @constant
             */
            truncated?: true;
            /** @description Whether it was made for an earlier request, of the last 24 hours */
            cached: boolean;
            /** @description Null for captions */
            engine: string | null;
            model: string | null;
            /** @description In SubRip’s format */
            srt: string;
        };
        VideoSubtitlesJob: {
            /** @example gen_Yw2Lx85b0Q7s */
            job_id: string;
            /** @example generate */
            kind: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description Place in the queue while queued, in whatever stage */
            position: number | null;
            /** @description While queued; null where nothing is known yet */
            expected_wait_seconds: number | null;
            progress: components["schemas"]["Progress"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string | null;
            result: components["schemas"]["VideoSubtitles"] | null;
            error: components["schemas"]["JobError"] | null;
            /**
             * @description Only where no engine could answer
             * @constant
             */
            subscription_only?: true;
        };
        ListedMediaJob: {
            /** @example gen_Yw2Lx85b0Q7s */
            job_id: string;
            /** @example generate */
            kind: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description Place in the queue while queued, in whatever stage */
            position: number | null;
            /** @description While queued; null where nothing is known yet */
            expected_wait_seconds: number | null;
            progress: components["schemas"]["Progress"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string | null;
            error: components["schemas"]["JobError"] | null;
            /**
             * @description Only where no engine could answer
             * @constant
             */
            subscription_only?: true;
        };
        PerfectSrt: {
            /** @constant */
            status: "succeeded";
            srt: string;
            changes: {
                /**
                 * @description `removed_empty`, `swapped_times`, `moved`, `replaced_text`, `not_in_script`, `split`, `merged`, `rebroken_lines`, `started_earlier`, `started_later`, `ended_earlier` or `ended_later`
                 * @example split
                 */
                code: string;
                /** @description Number in `srt`; null for a cue that is gone */
                cue: number | null;
                /** @description Position in what was sent, from 1 */
                source: number;
                detail: string;
            }[];
            /** @description What could not be satisfied; absent where all is */
            unmet?: {
                /**
                 * @description `line_too_long`, `too_many_lines`, `too_fast`, `too_short` or `gap_too_small`
                 * @example too_fast
                 */
                code: string;
                /** @description Number in `srt` */
                cue: number;
                detail: string;
            }[];
            /** @description Changes that are not listed */
            more_changes?: number;
            more_unmet?: number;
        };
        Translation: {
            /** @constant */
            status: "succeeded";
            /** @description Where a text was sent */
            text?: string;
            /** @description Else; with the same numbers and times */
            srt?: string;
            /**
             * @description BCP 47
             * @example de
             */
            target: string;
            source?: string;
            /** @description Absent where nothing had to be translated */
            engine?: string;
            model?: string;
            /** @description What keeps its text, as no usable translation came; absent for none */
            problems?: {
                /** @description Its number, in subtitles */
                cue?: number;
                /** @description How it begins */
                excerpt: string;
                reason: string;
            }[];
        };
        MediaJob: {
            /** @example gen_Yw2Lx85b0Q7s */
            job_id: string;
            /** @example generate */
            kind: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description Place in the queue while queued, in whatever stage */
            position: number | null;
            /** @description While queued; null where nothing is known yet */
            expected_wait_seconds: number | null;
            progress: components["schemas"]["Progress"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string | null;
            result: (components["schemas"]["TranscriptSummary"] | components["schemas"]["VideoTranscript"] | components["schemas"]["VideoSubtitles"] | components["schemas"]["PerfectSrt"] | components["schemas"]["Translation"]) | null;
            error: components["schemas"]["JobError"] | null;
            /**
             * @description Only where no engine could answer
             * @constant
             */
            subscription_only?: true;
        };
        Transcript: {
            /** @description Empty where nothing is spoken */
            text: string;
            /** @description As `en`; null where it is not known */
            language: string | null;
            duration_seconds: number;
            /**
             * @description Only where the recording is longer than 12 hours: the rest was not read
             * @constant
             */
            truncated?: true;
            engine: string;
            model: string | null;
            segments: {
                start: number;
                end: number;
                text: string;
                /** @description Where the transcription engine gives their times */
                words?: {
                    word: string;
                    start: number;
                    end: number;
                }[];
            }[];
        };
        VideoAuthor: {
            /** @example Blender */
            name: string;
            id: string | null;
            /** @description Its page */
            url: string | null;
        };
        VideoThumbnail: {
            url: string;
            /** @description In pixels */
            width: number | null;
            /** @description In pixels */
            height: number | null;
        };
        Video: {
            /**
             * @description The site’s own
             * @example dQw4w9WgXcQ
             */
            id: string;
            /**
             * @description Of its page
             * @example https://www.youtube.com/watch?v=dQw4w9WgXcQ
             */
            url: string;
            /** @example A talk */
            title: string;
            author: components["schemas"]["VideoAuthor"] | null;
            /** @description Null while it is live */
            duration_seconds: number | null;
            /**
             * @description A date, or a time in UTC
             * @example 2026-03-01
             */
            published_at: string | null;
            /** @description As the site counts them */
            views: number | null;
            /** @description The largest first */
            thumbnails: components["schemas"]["VideoThumbnail"][];
            /** @enum {string|null} */
            live_status: "not_live" | "upcoming" | "live" | "was_live" | null;
            /**
             * @description `generic` for any other page
             * @example youtube
             */
            site: string;
            description: string | null;
            channel: components["schemas"]["VideoAuthor"] | null;
            chapters: {
                title: string;
                /** @description Seconds from the start */
                start: number;
                end: number;
            }[];
            /** @description The languages of captions that the site has */
            captions: {
                /** @example en */
                language: string;
                /** @description The site’s name of the language */
                name: string | null;
                /**
                 * @description Written by people, or by the site’s own speech recognition
                 * @enum {string}
                 */
                kind: "native" | "automatic";
            }[];
            /** @description What is spoken */
            language: string | null;
        };
        ListedVideo: {
            /**
             * @description The site’s own
             * @example dQw4w9WgXcQ
             */
            id: string;
            /**
             * @description Of its page
             * @example https://www.youtube.com/watch?v=dQw4w9WgXcQ
             */
            url: string;
            /** @example A talk */
            title: string;
            author: components["schemas"]["VideoAuthor"] | null;
            /** @description Null while it is live */
            duration_seconds: number | null;
            /**
             * @description A date, or a time in UTC
             * @example 2026-03-01
             */
            published_at: string | null;
            /** @description As the site counts them */
            views: number | null;
            /** @description The largest first */
            thumbnails: components["schemas"]["VideoThumbnail"][];
            /** @enum {string|null} */
            live_status: "not_live" | "upcoming" | "live" | "was_live" | null;
        };
        VideoList: {
            /** @description The site’s own */
            id: string;
            url: string;
            site: string;
            title: string;
            description: string | null;
            author: components["schemas"]["VideoAuthor"] | null;
            /** @description The largest first */
            thumbnails: components["schemas"]["VideoThumbnail"][];
            /** @description How many there are in all */
            total: number | null;
            /** @description In the site’s order. Most sites say less of a video here than on its own page */
            items: components["schemas"]["ListedVideo"][];
            /** @description Whether there are more than these; null where the site does not say it */
            has_more: boolean | null;
        };
        ScrapedPage: {
            url: string;
            /** @description After redirects */
            final_url: string;
            /** @description Of the site; an error page is read as well, and is free */
            status: number;
            title: string | null;
            byline: string | null;
            excerpt: string | null;
            site_name: string | null;
            language: string | null;
            published_at: string | null;
            image: string | null;
            content: string;
            links: {
                url: string;
                text: string;
            }[];
            /** @enum {string} */
            fetched_with: "http" | "browser";
            note: string | null;
        };
        PerfectSrtJob: {
            /** @example gen_Yw2Lx85b0Q7s */
            job_id: string;
            /** @example generate */
            kind: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description Place in the queue while queued, in whatever stage */
            position: number | null;
            /** @description While queued; null where nothing is known yet */
            expected_wait_seconds: number | null;
            progress: components["schemas"]["Progress"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string | null;
            result: components["schemas"]["PerfectSrt"] | null;
            error: components["schemas"]["JobError"] | null;
            /**
             * @description Only where no engine could answer
             * @constant
             */
            subscription_only?: true;
        };
        TranslationJob: {
            /** @example gen_Yw2Lx85b0Q7s */
            job_id: string;
            /** @example generate */
            kind: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description Place in the queue while queued, in whatever stage */
            position: number | null;
            /** @description While queued; null where nothing is known yet */
            expected_wait_seconds: number | null;
            progress: components["schemas"]["Progress"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string | null;
            result: components["schemas"]["Translation"] | null;
            error: components["schemas"]["JobError"] | null;
            /**
             * @description Only where no engine could answer
             * @constant
             */
            subscription_only?: true;
        };
        Brand: {
            /** @example acme */
            id: string;
            name: string;
            /**
             * @description As in BCP 47: de, pt-BR
             * @example en
             */
            language: string | null;
            /** @description How to write, in words for a model */
            tone: string | null;
            glossary: {
                term: string;
                use: string;
            }[];
            /** @description What is left out is as without a brand */
            caption_rules: {
                max_line_characters?: number;
                max_lines?: number;
                max_characters_per_second?: number;
                min_cue_seconds?: number;
                min_gap_ms?: number;
            };
            voice: string | null;
        };
        WaitingDevice: {
            user_code: string;
            /** @description As the client calls itself */
            client_name: string;
            address: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            requested_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string;
            /** @enum {string} */
            status: "pending" | "approved" | "denied";
        };
        DeviceAuthorization: {
            /** @description For the polls; a secret of the device */
            device_code: string;
            /** @description For the user to type */
            user_code: string;
            /** @description Where the user types it */
            verification_uri: string;
            /** @description Seconds */
            expires_in: number;
            /** @description Seconds between two polls */
            interval: number;
        };
        GrantError: {
            /** @description What is wrong, in words */
            detail: string;
            /** @description What is wrong, as one of a fixed set of words */
            code: string;
            /** @description The code, where OAuth clients look for it */
            error: string;
            /** @description Seconds between two polls from now on, of slow_down */
            interval?: number;
        };
        CodeCredential: {
            access_token: string;
            /** @constant */
            token_type: "Bearer";
            /** @description Seconds */
            expires_in: number;
        };
        OwnDevice: {
            /** @description The user for whom the device acts */
            account: string;
            /** @description Its name */
            device: string;
            device_id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC
             */
            expires_at: string;
        };
        CodeChatRequestMessage: {
            /** @enum {string} */
            role: "system" | "developer" | "user" | "assistant" | "tool" | "function";
            /** @description Text, or parts; null beside `tool_calls` */
            content?: string | {
                /** @constant */
                type: "text";
                text: string;
            }[] | null;
            /** @description Distinguishes writers of one role */
            name?: string | null;
            /** @description Of an assistant: what it has called */
            tool_calls?: components["schemas"]["ChatToolCall"][] | null;
            /** @description Of a tool: the call it answers */
            tool_call_id?: string | null;
        };
        CodeChatRequest: {
            /**
             * @description `auto`, an engine, `engine/model`, or an alias; the list of models has them
             * @example auto
             */
            model: string;
            /** @description The conversation so far, the oldest first */
            messages: components["schemas"]["CodeChatRequestMessage"][];
            /** @description Whether the answer comes in pieces, while it is written */
            stream?: boolean | null;
            /** @description With `include_usage`, a last chunk has the token counts, which are always zero */
            stream_options?: {
                include_usage?: boolean;
            } | null;
            /** @description From 0 to 2; lower is more predictable */
            temperature?: number | null;
            /** @description From 0 to 1; only the likeliest tokens of this share */
            top_p?: number | null;
            /** @description Most tokens of the answer */
            max_tokens?: number | null;
            /** @description The newer name of `max_tokens` */
            max_completion_tokens?: number | null;
            /** @description Texts at which the answer ends */
            stop?: (string | string[]) | null;
            /** @description For answers that can be repeated */
            seed?: number | null;
            /** @description Functions that the model may call, where the engine can */
            tools?: components["schemas"]["ChatTool"][] | null;
            /** @description Whether the model calls a function: as it likes, never, always, or a named one */
            tool_choice?: (("none" | "auto" | "required") | {
                /** @constant */
                type: "function";
                function: {
                    name: string;
                };
            }) | null;
            /** @description Whether one answer may hold several calls */
            parallel_tool_calls?: boolean | null;
            /** @description Text, any JSON object, or JSON that matches a schema */
            response_format?: ({
                /** @constant */
                type: "text";
            } | {
                /** @constant */
                type: "json_object";
            } | {
                /** @constant */
                type: "json_schema";
                json_schema: {
                    name: string;
                    description?: string;
                    /** @description JSON Schema */
                    schema?: {
                        [key: string]: components["schemas"]["JsonValue"];
                    };
                    strict?: boolean | null;
                };
            }) | null;
            /**
             * @description How long the model thinks
             * @example low
             */
            reasoning_effort?: string | null;
            /**
             * @description How long the answer is
             * @example low
             */
            verbosity?: string | null;
            /** @description From -2 to 2; above 0 for new subjects */
            presence_penalty?: number | null;
            /** @description From -2 to 2; above 0 against repetition */
            frequency_penalty?: number | null;
            /** @description By token id */
            logit_bias?: {
                [key: string]: number;
            } | null;
            /** @description Whether to tell the probability of each token */
            logprobs?: boolean | null;
            /** @description Likeliest tokens told at each place */
            top_logprobs?: number | null;
            /** @description Only so many of the likeliest tokens. Read by local model servers */
            top_k?: number | null;
            /** @description Only tokens of this share of the likeliest one. Read by local model servers */
            min_p?: number | null;
            /** @description Locally typical sampling. Read by local model servers */
            typical_p?: number | null;
            /** @description Fewest tokens of the answer. Read by local model servers */
            min_tokens?: number | null;
            /** @description Whether to go on after the end token. Read by local model servers */
            ignore_eos?: boolean | null;
            /** @description Above 1 against repetition. Read by local model servers */
            repeat_penalty?: number | null;
            /** @description The same, as vLLM calls it. Read by local model servers */
            repetition_penalty?: number | null;
            /** @description Mirostat sampling: 0, 1 or 2. Read by local model servers */
            mirostat?: number | null;
            /** @description Target of Mirostat. Read by local model servers */
            mirostat_tau?: number | null;
            /** @description Rate of Mirostat. Read by local model servers */
            mirostat_eta?: number | null;
            /** @description A GBNF grammar of the answer. Read by local model servers */
            grammar?: string | null;
            /** @description A JSON Schema of the answer. Read by local model servers */
            guided_json?: components["schemas"]["JsonValue"] | null;
            /** @description Form of the answer, as vLLM has it. Read by local model servers */
            structured_outputs?: {
                [key: string]: components["schemas"]["JsonValue"];
            } | null;
            /** @description Values of the chat template. Read by local model servers */
            chat_template_kwargs?: {
                [key: string]: components["schemas"]["JsonValue"];
            } | null;
            /** @description Whether to keep the prompt’s state. Read by local model servers */
            cache_prompt?: boolean | null;
            /**
             * @deprecated
             * @description Replaced by `tools`
             */
            functions?: {
                [key: string]: components["schemas"]["JsonValue"];
            }[] | null;
            /**
             * @deprecated
             * @description Replaced by `tool_choice`
             */
            function_call?: (string | {
                [key: string]: components["schemas"]["JsonValue"];
            }) | null;
            /**
             * @description One answer for each request
             * @enum {number|null}
             */
            n?: 1 | null;
        };
        CanvasTokens: {
            /** @description For one exchange */
            refresh_token: string;
            access_token: string;
            /** @constant */
            token_type: "Bearer";
            /** @description Seconds */
            expires_in: number;
        };
        AuthenticationResponse: {
            id: string;
            rawId: string;
            /** @constant */
            type: "public-key";
            /** @enum {string} */
            authenticatorAttachment?: "platform" | "cross-platform";
            /** @description Not read */
            clientExtensionResults: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            response: {
                clientDataJSON: string;
                authenticatorData: string;
                signature: string;
                userHandle?: string;
            };
        };
        SignedIn: {
            /** @description Where to go on */
            return_to: string;
        };
        AuthCheck: {
            /** @constant */
            ok: true;
            /** @description Label of the key, or name of the user */
            actor: string;
            /** @enum {string} */
            kind: "primary" | "key" | "user";
            /**
             * @description Null for a custom key: it has capabilities and no role
             * @enum {string|null}
             */
            role: "admin" | "user" | null;
            capabilities: components["schemas"]["Profile"];
        };
        Health: {
            /** @constant */
            status: "ok";
        };
    };
    responses: {
        /** @description The request cannot be read, or is refused as it is. `code`: `malformed`, `engine_refused`, `context_length_exceeded`, `thread_unsupported`, `sign_in_failed` */
        OpenAiBadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The request cannot be read, or is refused as it is",
                 *       "code": "malformed",
                 *       "error": {
                 *         "message": "The request cannot be read, or is refused as it is",
                 *         "type": "invalid_request_error",
                 *         "param": null,
                 *         "code": "malformed"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OpenAiError"];
            };
        };
        /** @description The Host header names another server. `code`: `misdirected` */
        OpenAiMisdirectedRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The Host header names another server",
                 *       "code": "misdirected",
                 *       "error": {
                 *         "message": "The Host header names another server",
                 *         "type": "invalid_request_error",
                 *         "param": null,
                 *         "code": "misdirected"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OpenAiError"];
            };
        };
        /** @description A fault of the service. `code`: `internal`, `backup_failed` */
        OpenAiInternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "A fault of the service",
                 *       "code": "internal",
                 *       "error": {
                 *         "message": "A fault of the service",
                 *         "type": "server_error",
                 *         "param": null,
                 *         "code": "internal"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OpenAiError"];
            };
        };
        /** @description No valid credential. `code`: `unauthorized` */
        OpenAiUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "No valid credential",
                 *       "code": "unauthorized",
                 *       "error": {
                 *         "message": "No valid credential",
                 *         "type": "authentication_error",
                 *         "param": null,
                 *         "code": "unauthorized"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OpenAiError"];
            };
        };
        /** @description The credential does not allow this. `code`: `forbidden`, `capability_denied`, `pending_approval`, `account_refused`, `own_network_only`, `video_private` */
        OpenAiForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The credential does not allow this",
                 *       "code": "capability_denied",
                 *       "error": {
                 *         "message": "The credential does not allow this",
                 *         "type": "permission_error",
                 *         "param": null,
                 *         "code": "capability_denied"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OpenAiError"];
            };
        };
        /** @description The body did not arrive in time. `code`: `request_timeout` */
        OpenAiRequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The body did not arrive in time",
                 *       "code": "request_timeout",
                 *       "error": {
                 *         "message": "The body did not arrive in time",
                 *         "type": "invalid_request_error",
                 *         "param": null,
                 *         "code": "request_timeout"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OpenAiError"];
            };
        };
        /** @description The body is too large. `code`: `too_large` */
        OpenAiContentTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The body is too large",
                 *       "code": "too_large",
                 *       "error": {
                 *         "message": "The body is too large",
                 *         "type": "invalid_request_error",
                 *         "param": null,
                 *         "code": "too_large"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OpenAiError"];
            };
        };
        /** @description The body has another media type. `code`: `unsupported_media_type` */
        OpenAiUnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The body has another media type",
                 *       "code": "unsupported_media_type",
                 *       "error": {
                 *         "message": "The body has another media type",
                 *         "type": "invalid_request_error",
                 *         "param": null,
                 *         "code": "unsupported_media_type"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OpenAiError"];
            };
        };
        /** @description A field does not match; the detail names it. `code`: `address_refused`, `invalid`, `too_long`, `unsupported_site` */
        OpenAiUnprocessableContent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "A field does not match; the detail names it",
                 *       "code": "invalid",
                 *       "error": {
                 *         "message": "A field does not match; the detail names it",
                 *         "type": "invalid_request_error",
                 *         "param": null,
                 *         "code": "invalid"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OpenAiError"];
            };
        };
        /** @description The storage is full. `code`: `storage_full`, `storage_failed`, `quota_exceeded` */
        OpenAiInsufficientStorage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The storage is full",
                 *       "code": "storage_full",
                 *       "error": {
                 *         "message": "The storage is full",
                 *         "type": "server_error",
                 *         "param": null,
                 *         "code": "storage_full"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OpenAiError"];
            };
        };
        /** @description There is none. `code`: `not_found`, `model_not_found` */
        OpenAiNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "There is none",
                 *       "code": "not_found",
                 *       "error": {
                 *         "message": "There is none",
                 *         "type": "invalid_request_error",
                 *         "param": null,
                 *         "code": "not_found"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OpenAiError"];
            };
        };
        /** @description Too many requests; Retry-After says when to ask again. `code`: `busy`, `rate_limited` */
        OpenAiTooManyRequests: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Too many requests; Retry-After says when to ask again",
                 *       "code": "busy",
                 *       "error": {
                 *         "message": "Too many requests; Retry-After says when to ask again",
                 *         "type": "rate_limit_error",
                 *         "param": null,
                 *         "code": "busy"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OpenAiError"];
            };
        };
        /** @description An engine, a provider or the server of a download failed. `code`: `download_failed`, `engine_failed`, `provider_failed`, `site_blocked` */
        OpenAiBadGateway: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "An engine, a provider or the server of a download failed",
                 *       "code": "engine_failed",
                 *       "error": {
                 *         "message": "An engine, a provider or the server of a download failed",
                 *         "type": "server_error",
                 *         "param": null,
                 *         "code": "engine_failed"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OpenAiError"];
            };
        };
        /** @description Not now; Retry-After, where it is sent, says when to ask again. `code`: `interrupted`, `no_engine`, `not_installed`, `stopping`, `storage_unavailable`, `withheld` */
        OpenAiServiceUnavailable: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Not now; Retry-After, where it is sent, says when to ask again",
                 *       "code": "no_engine",
                 *       "error": {
                 *         "message": "Not now; Retry-After, where it is sent, says when to ask again",
                 *         "type": "server_error",
                 *         "param": null,
                 *         "code": "no_engine"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OpenAiError"];
            };
        };
        /** @description The request cannot be read, or is refused as it is. `code`: `malformed`, `engine_refused`, `context_length_exceeded`, `thread_unsupported`, `sign_in_failed` */
        AnthropicBadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "error",
                 *       "error": {
                 *         "type": "invalid_request_error",
                 *         "message": "The request cannot be read, or is refused as it is"
                 *       },
                 *       "detail": "The request cannot be read, or is refused as it is",
                 *       "code": "malformed"
                 *     }
                 */
                "application/json": components["schemas"]["AnthropicError"];
            };
        };
        /** @description The Host header names another server. `code`: `misdirected` */
        AnthropicMisdirectedRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "error",
                 *       "error": {
                 *         "type": "invalid_request_error",
                 *         "message": "The Host header names another server"
                 *       },
                 *       "detail": "The Host header names another server",
                 *       "code": "misdirected"
                 *     }
                 */
                "application/json": components["schemas"]["AnthropicError"];
            };
        };
        /** @description A fault of the service. `code`: `internal`, `backup_failed` */
        AnthropicInternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "error",
                 *       "error": {
                 *         "type": "api_error",
                 *         "message": "A fault of the service"
                 *       },
                 *       "detail": "A fault of the service",
                 *       "code": "internal"
                 *     }
                 */
                "application/json": components["schemas"]["AnthropicError"];
            };
        };
        /** @description No valid credential. `code`: `unauthorized` */
        AnthropicUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "error",
                 *       "error": {
                 *         "type": "authentication_error",
                 *         "message": "No valid credential"
                 *       },
                 *       "detail": "No valid credential",
                 *       "code": "unauthorized"
                 *     }
                 */
                "application/json": components["schemas"]["AnthropicError"];
            };
        };
        /** @description The credential does not allow this. `code`: `forbidden`, `capability_denied`, `pending_approval`, `account_refused`, `own_network_only`, `video_private` */
        AnthropicForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "error",
                 *       "error": {
                 *         "type": "permission_error",
                 *         "message": "The credential does not allow this"
                 *       },
                 *       "detail": "The credential does not allow this",
                 *       "code": "capability_denied"
                 *     }
                 */
                "application/json": components["schemas"]["AnthropicError"];
            };
        };
        /** @description The body did not arrive in time. `code`: `request_timeout` */
        AnthropicRequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "error",
                 *       "error": {
                 *         "type": "invalid_request_error",
                 *         "message": "The body did not arrive in time"
                 *       },
                 *       "detail": "The body did not arrive in time",
                 *       "code": "request_timeout"
                 *     }
                 */
                "application/json": components["schemas"]["AnthropicError"];
            };
        };
        /** @description The body is too large. `code`: `too_large` */
        AnthropicContentTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "error",
                 *       "error": {
                 *         "type": "request_too_large",
                 *         "message": "The body is too large"
                 *       },
                 *       "detail": "The body is too large",
                 *       "code": "too_large"
                 *     }
                 */
                "application/json": components["schemas"]["AnthropicError"];
            };
        };
        /** @description The body has another media type. `code`: `unsupported_media_type` */
        AnthropicUnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "error",
                 *       "error": {
                 *         "type": "invalid_request_error",
                 *         "message": "The body has another media type"
                 *       },
                 *       "detail": "The body has another media type",
                 *       "code": "unsupported_media_type"
                 *     }
                 */
                "application/json": components["schemas"]["AnthropicError"];
            };
        };
        /** @description A field does not match; the detail names it. `code`: `address_refused`, `invalid`, `too_long`, `unsupported_site` */
        AnthropicUnprocessableContent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "error",
                 *       "error": {
                 *         "type": "invalid_request_error",
                 *         "message": "A field does not match; the detail names it"
                 *       },
                 *       "detail": "A field does not match; the detail names it",
                 *       "code": "invalid"
                 *     }
                 */
                "application/json": components["schemas"]["AnthropicError"];
            };
        };
        /** @description The storage is full. `code`: `storage_full`, `storage_failed`, `quota_exceeded` */
        AnthropicInsufficientStorage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "error",
                 *       "error": {
                 *         "type": "api_error",
                 *         "message": "The storage is full"
                 *       },
                 *       "detail": "The storage is full",
                 *       "code": "storage_full"
                 *     }
                 */
                "application/json": components["schemas"]["AnthropicError"];
            };
        };
        /** @description There is none. `code`: `not_found`, `model_not_found` */
        AnthropicNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "error",
                 *       "error": {
                 *         "type": "not_found_error",
                 *         "message": "There is none"
                 *       },
                 *       "detail": "There is none",
                 *       "code": "not_found"
                 *     }
                 */
                "application/json": components["schemas"]["AnthropicError"];
            };
        };
        /** @description Too many requests; Retry-After says when to ask again. `code`: `busy`, `rate_limited` */
        AnthropicTooManyRequests: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "error",
                 *       "error": {
                 *         "type": "rate_limit_error",
                 *         "message": "Too many requests; Retry-After says when to ask again"
                 *       },
                 *       "detail": "Too many requests; Retry-After says when to ask again",
                 *       "code": "busy"
                 *     }
                 */
                "application/json": components["schemas"]["AnthropicError"];
            };
        };
        /** @description An engine, a provider or the server of a download failed. `code`: `download_failed`, `engine_failed`, `provider_failed`, `site_blocked` */
        AnthropicBadGateway: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "error",
                 *       "error": {
                 *         "type": "api_error",
                 *         "message": "An engine, a provider or the server of a download failed"
                 *       },
                 *       "detail": "An engine, a provider or the server of a download failed",
                 *       "code": "engine_failed"
                 *     }
                 */
                "application/json": components["schemas"]["AnthropicError"];
            };
        };
        /** @description Not now; Retry-After, where it is sent, says when to ask again. `code`: `interrupted`, `no_engine`, `not_installed`, `stopping`, `storage_unavailable`, `withheld` */
        AnthropicServiceUnavailable: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "error",
                 *       "error": {
                 *         "type": "api_error",
                 *         "message": "Not now; Retry-After, where it is sent, says when to ask again"
                 *       },
                 *       "detail": "Not now; Retry-After, where it is sent, says when to ask again",
                 *       "code": "no_engine"
                 *     }
                 */
                "application/json": components["schemas"]["AnthropicError"];
            };
        };
        /** @description The request cannot be read, or is refused as it is. `code`: `malformed`, `engine_refused`, `context_length_exceeded`, `thread_unsupported`, `sign_in_failed` */
        OllamaBadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "The request cannot be read, or is refused as it is",
                 *       "detail": "The request cannot be read, or is refused as it is",
                 *       "code": "malformed"
                 *     }
                 */
                "application/json": components["schemas"]["OllamaError"];
            };
        };
        /** @description The Host header names another server. `code`: `misdirected` */
        OllamaMisdirectedRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "The Host header names another server",
                 *       "detail": "The Host header names another server",
                 *       "code": "misdirected"
                 *     }
                 */
                "application/json": components["schemas"]["OllamaError"];
            };
        };
        /** @description A fault of the service. `code`: `internal`, `backup_failed` */
        OllamaInternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "A fault of the service",
                 *       "detail": "A fault of the service",
                 *       "code": "internal"
                 *     }
                 */
                "application/json": components["schemas"]["OllamaError"];
            };
        };
        /** @description No valid credential. `code`: `unauthorized` */
        OllamaUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "No valid credential",
                 *       "detail": "No valid credential",
                 *       "code": "unauthorized"
                 *     }
                 */
                "application/json": components["schemas"]["OllamaError"];
            };
        };
        /** @description The credential does not allow this. `code`: `forbidden`, `capability_denied`, `pending_approval`, `account_refused`, `own_network_only`, `video_private` */
        OllamaForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "The credential does not allow this",
                 *       "detail": "The credential does not allow this",
                 *       "code": "capability_denied"
                 *     }
                 */
                "application/json": components["schemas"]["OllamaError"];
            };
        };
        /** @description The body did not arrive in time. `code`: `request_timeout` */
        OllamaRequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "The body did not arrive in time",
                 *       "detail": "The body did not arrive in time",
                 *       "code": "request_timeout"
                 *     }
                 */
                "application/json": components["schemas"]["OllamaError"];
            };
        };
        /** @description The body is too large. `code`: `too_large` */
        OllamaContentTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "The body is too large",
                 *       "detail": "The body is too large",
                 *       "code": "too_large"
                 *     }
                 */
                "application/json": components["schemas"]["OllamaError"];
            };
        };
        /** @description The body has another media type. `code`: `unsupported_media_type` */
        OllamaUnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "The body has another media type",
                 *       "detail": "The body has another media type",
                 *       "code": "unsupported_media_type"
                 *     }
                 */
                "application/json": components["schemas"]["OllamaError"];
            };
        };
        /** @description A field does not match; the detail names it. `code`: `address_refused`, `invalid`, `too_long`, `unsupported_site` */
        OllamaUnprocessableContent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "A field does not match; the detail names it",
                 *       "detail": "A field does not match; the detail names it",
                 *       "code": "invalid"
                 *     }
                 */
                "application/json": components["schemas"]["OllamaError"];
            };
        };
        /** @description The storage is full. `code`: `storage_full`, `storage_failed`, `quota_exceeded` */
        OllamaInsufficientStorage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "The storage is full",
                 *       "detail": "The storage is full",
                 *       "code": "storage_full"
                 *     }
                 */
                "application/json": components["schemas"]["OllamaError"];
            };
        };
        /** @description There is none. `code`: `not_found`, `model_not_found` */
        OllamaNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "There is none",
                 *       "detail": "There is none",
                 *       "code": "not_found"
                 *     }
                 */
                "application/json": components["schemas"]["OllamaError"];
            };
        };
        /** @description Too many requests; Retry-After says when to ask again. `code`: `busy`, `rate_limited` */
        OllamaTooManyRequests: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Too many requests; Retry-After says when to ask again",
                 *       "detail": "Too many requests; Retry-After says when to ask again",
                 *       "code": "busy"
                 *     }
                 */
                "application/json": components["schemas"]["OllamaError"];
            };
        };
        /** @description An engine, a provider or the server of a download failed. `code`: `download_failed`, `engine_failed`, `provider_failed`, `site_blocked` */
        OllamaBadGateway: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "An engine, a provider or the server of a download failed",
                 *       "detail": "An engine, a provider or the server of a download failed",
                 *       "code": "engine_failed"
                 *     }
                 */
                "application/json": components["schemas"]["OllamaError"];
            };
        };
        /** @description Not now; Retry-After, where it is sent, says when to ask again. `code`: `interrupted`, `no_engine`, `not_installed`, `stopping`, `storage_unavailable`, `withheld` */
        OllamaServiceUnavailable: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Not now; Retry-After, where it is sent, says when to ask again",
                 *       "detail": "Not now; Retry-After, where it is sent, says when to ask again",
                 *       "code": "no_engine"
                 *     }
                 */
                "application/json": components["schemas"]["OllamaError"];
            };
        };
        /** @description The request cannot be read, or is refused as it is. `code`: `malformed`, `engine_refused`, `context_length_exceeded`, `thread_unsupported`, `sign_in_failed` */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The request cannot be read, or is refused as it is",
                 *       "code": "malformed"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The Host header names another server. `code`: `misdirected` */
        MisdirectedRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The Host header names another server",
                 *       "code": "misdirected"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A fault of the service. `code`: `internal`, `backup_failed` */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "A fault of the service",
                 *       "code": "internal"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No valid credential. `code`: `unauthorized` */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "No valid credential",
                 *       "code": "unauthorized"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credential does not allow this. `code`: `forbidden`, `capability_denied`, `pending_approval`, `account_refused`, `own_network_only`, `video_private` */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The credential does not allow this",
                 *       "code": "capability_denied"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A field does not match; the detail names it. `code`: `address_refused`, `invalid`, `too_long`, `unsupported_site` */
        UnprocessableContent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "A field does not match; the detail names it",
                 *       "code": "invalid"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body did not arrive in time. `code`: `request_timeout` */
        RequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The body did not arrive in time",
                 *       "code": "request_timeout"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is too large. `code`: `too_large` */
        ContentTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The body is too large",
                 *       "code": "too_large"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body has another media type. `code`: `unsupported_media_type` */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The body has another media type",
                 *       "code": "unsupported_media_type"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The storage is full. `code`: `storage_full`, `storage_failed`, `quota_exceeded` */
        InsufficientStorage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The storage is full",
                 *       "code": "storage_full"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is none. `code`: `not_found`, `model_not_found` */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "There is none",
                 *       "code": "not_found"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests; Retry-After says when to ask again. `code`: `busy`, `rate_limited` */
        TooManyRequests: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Too many requests; Retry-After says when to ask again",
                 *       "code": "busy"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Conflicts with what is there. `code`: `conflict`, `no_approver` */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Conflicts with what is there",
                 *       "code": "conflict"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No byte of the file is in the range. `code`: `range_not_satisfiable` */
        RangeNotSatisfiable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "No byte of the file is in the range",
                 *       "code": "range_not_satisfiable"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description An engine, a provider or the server of a download failed. `code`: `download_failed`, `engine_failed`, `provider_failed`, `site_blocked` */
        BadGateway: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "An engine, a provider or the server of a download failed",
                 *       "code": "engine_failed"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Not now; Retry-After, where it is sent, says when to ask again. `code`: `interrupted`, `no_engine`, `not_installed`, `stopping`, `storage_unavailable`, `withheld` */
        ServiceUnavailable: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Not now; Retry-After, where it is sent, says when to ask again",
                 *       "code": "no_engine"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server of a download did not answer in time. `code`: `download_timeout` */
        GatewayTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The server of a download did not answer in time",
                 *       "code": "download_timeout"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It is gone. `code`: `job_expired` */
        Gone: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "It is gone",
                 *       "code": "job_expired"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Conflicts with what is there. `code`: `conflict`, `no_approver` */
        OpenAiConflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Conflicts with what is there",
                 *       "code": "conflict",
                 *       "error": {
                 *         "message": "Conflicts with what is there",
                 *         "type": "invalid_request_error",
                 *         "param": null,
                 *         "code": "conflict"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OpenAiError"];
            };
        };
        /** @description It is gone. `code`: `job_expired` */
        OpenAiGone: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "It is gone",
                 *       "code": "job_expired",
                 *       "error": {
                 *         "message": "It is gone",
                 *         "type": "invalid_request_error",
                 *         "param": null,
                 *         "code": "job_expired"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OpenAiError"];
            };
        };
        /** @description The server of a download did not answer in time. `code`: `download_timeout` */
        OpenAiGatewayTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The server of a download did not answer in time",
                 *       "code": "download_timeout",
                 *       "error": {
                 *         "message": "The server of a download did not answer in time",
                 *         "type": "server_error",
                 *         "param": null,
                 *         "code": "download_timeout"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["OpenAiError"];
            };
        };
        /** @description The request is of another version of tus. `code`: `precondition_failed` */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The request is of another version of tus",
                 *       "code": "precondition_failed"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The bytes that came have another checksum. `code`: `checksum_mismatch` */
        ChecksumMismatch: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The bytes that came have another checksum",
                 *       "code": "checksum_mismatch"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request cannot be read, or is refused as it is. `code`: `malformed`, `engine_refused`, `context_length_exceeded`, `thread_unsupported`, `sign_in_failed` */
        PageBadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The request cannot be read, or is refused as it is",
                 *       "code": "malformed"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "text/html": string;
            };
        };
        /** @description The Host header names another server. `code`: `misdirected` */
        PageMisdirectedRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The Host header names another server",
                 *       "code": "misdirected"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "text/html": string;
            };
        };
        /** @description A fault of the service. `code`: `internal`, `backup_failed` */
        PageInternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "A fault of the service",
                 *       "code": "internal"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "text/html": string;
            };
        };
        /** @description No valid credential. `code`: `unauthorized` */
        PageUnauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "No valid credential",
                 *       "code": "unauthorized"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "text/html": string;
            };
        };
        /** @description The credential does not allow this. `code`: `forbidden`, `capability_denied`, `pending_approval`, `account_refused`, `own_network_only`, `video_private` */
        PageForbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The credential does not allow this",
                 *       "code": "capability_denied"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "text/html": string;
            };
        };
        /** @description The body did not arrive in time. `code`: `request_timeout` */
        PageRequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The body did not arrive in time",
                 *       "code": "request_timeout"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "text/html": string;
            };
        };
        /** @description The body is too large. `code`: `too_large` */
        PageContentTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The body is too large",
                 *       "code": "too_large"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "text/html": string;
            };
        };
        /** @description The body has another media type. `code`: `unsupported_media_type` */
        PageUnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The body has another media type",
                 *       "code": "unsupported_media_type"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "text/html": string;
            };
        };
        /** @description A field does not match; the detail names it. `code`: `address_refused`, `invalid`, `too_long`, `unsupported_site` */
        PageUnprocessableContent: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "A field does not match; the detail names it",
                 *       "code": "invalid"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "text/html": string;
            };
        };
        /** @description Too many requests; Retry-After says when to ask again. `code`: `busy`, `rate_limited` */
        PageTooManyRequests: {
            headers: {
                /** @description Seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Too many requests; Retry-After says when to ask again",
                 *       "code": "busy"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "text/html": string;
            };
        };
        /** @description The storage is full. `code`: `storage_full`, `storage_failed`, `quota_exceeded` */
        PageInsufficientStorage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The storage is full",
                 *       "code": "storage_full"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "text/html": string;
            };
        };
        /** @description There is none. `code`: `not_found`, `model_not_found` */
        PageNotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "There is none",
                 *       "code": "not_found"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "text/html": string;
            };
        };
        /** @description The grant is refused, or is not approved yet. RFC 6749, 5.2 and RFC 8628, 3.5 */
        GrantBadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "authorization_pending",
                 *       "detail": "Not approved yet",
                 *       "code": "authorization_pending"
                 *     }
                 */
                "application/json": components["schemas"]["GrantError"] | components["schemas"]["Error"];
            };
        };
        /** @description An engine, a provider or the server of a download failed. `code`: `download_failed`, `engine_failed`, `provider_failed`, `site_blocked` */
        PageBadGateway: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "An engine, a provider or the server of a download failed",
                 *       "code": "engine_failed"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "text/html": string;
            };
        };
        /** @description Conflicts with what is there. `code`: `conflict`, `no_approver` */
        PageConflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Conflicts with what is there",
                 *       "code": "conflict"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "text/html": string;
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    post_v1_chat_completions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatRequest"];
            };
        };
        responses: {
            /** @description The answer. With `stream: true` events, each with a chunk; the last event is `[DONE]`. A failure after the headers is an event with `error`. Comments (`: keepalive`) come while it waits */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "chatcmpl-5b0Q7sYw2Lx8",
                     *       "object": "chat.completion",
                     *       "created": 1795336200,
                     *       "model": "demo/echo",
                     *       "choices": [
                     *         {
                     *           "index": 0,
                     *           "message": {
                     *             "role": "assistant",
                     *             "content": "Because air scatters blue light more than red.",
                     *             "refusal": "text"
                     *           },
                     *           "finish_reason": "stop",
                     *           "logprobs": "text"
                     *         }
                     *       ],
                     *       "usage": {
                     *         "prompt_tokens": 0,
                     *         "completion_tokens": 0,
                     *         "total_tokens": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChatCompletion"];
                    "text/event-stream": components["schemas"]["ChatCompletionChunk"] | components["schemas"]["ChatStreamError"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            408: components["responses"]["OpenAiRequestTimeout"];
            413: components["responses"]["OpenAiContentTooLarge"];
            415: components["responses"]["OpenAiUnsupportedMediaType"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            429: components["responses"]["OpenAiTooManyRequests"];
            500: components["responses"]["OpenAiInternalServerError"];
            502: components["responses"]["OpenAiBadGateway"];
            503: components["responses"]["OpenAiServiceUnavailable"];
            507: components["responses"]["OpenAiInsufficientStorage"];
        };
    };
    get_v1_models: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list of OpenAI’s and Anthropic’s clients */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "text",
                     *           "object": "model",
                     *           "created": 0,
                     *           "type": "model",
                     *           "display_name": "qwen3 (llama.cpp)",
                     *           "created_at": "2026-11-22T08:00:00.000Z",
                     *           "owned_by": "text",
                     *           "context_length": 0,
                     *           "capabilities": [
                     *             "completion"
                     *           ],
                     *           "available": true
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "first_id": "text",
                     *       "last_id": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["ModelList"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            500: components["responses"]["OpenAiInternalServerError"];
        };
    };
    get_v1_models_model: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                model: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "object": "model",
                     *       "created": 0,
                     *       "type": "model",
                     *       "display_name": "qwen3 (llama.cpp)",
                     *       "created_at": "2026-11-22T08:00:00.000Z",
                     *       "owned_by": "text",
                     *       "context_length": 0,
                     *       "capabilities": [
                     *         "completion"
                     *       ],
                     *       "available": true
                     *     }
                     */
                    "application/json": components["schemas"]["Model"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            500: components["responses"]["OpenAiInternalServerError"];
        };
    };
    post_v1_messages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessagesRequest"];
            };
        };
        responses: {
            /** @description The answer. With `stream: true` events, each with its type in an `event:` line; the last one is `message_stop`. A failure after the headers is an event `error`. Comments and `ping` come while it waits */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "msg_5b0Q7sYw2Lx8",
                     *       "type": "message",
                     *       "role": "assistant",
                     *       "model": "demo/echo",
                     *       "content": [
                     *         {
                     *           "type": "text",
                     *           "text": "text"
                     *         }
                     *       ],
                     *       "stop_reason": "end_turn",
                     *       "stop_sequence": null,
                     *       "usage": {
                     *         "input_tokens": 0,
                     *         "output_tokens": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MessagesAnswer"];
                    "text/event-stream": {
                        /** @constant */
                        type: "message_start";
                        message: components["schemas"]["MessagesAnswer"];
                    } | {
                        /** @constant */
                        type: "ping";
                    } | {
                        /** @constant */
                        type: "content_block_start";
                        /** @description Of the block */
                        index: number;
                        content_block: {
                            /** @constant */
                            type: "text";
                            text: string;
                        } | {
                            /** @constant */
                            type: "thinking";
                            thinking: string;
                            /** @description Not checked when it comes back */
                            signature: string;
                        } | {
                            /** @constant */
                            type: "tool_use";
                            id: string;
                            name: string;
                            input: {
                                [key: string]: components["schemas"]["JsonValue"];
                            };
                        };
                    } | {
                        /** @constant */
                        type: "content_block_delta";
                        /** @description Of the block */
                        index: number;
                        delta: {
                            /** @constant */
                            type: "text_delta";
                            text: string;
                        } | {
                            /** @constant */
                            type: "thinking_delta";
                            thinking: string;
                        } | {
                            /** @constant */
                            type: "signature_delta";
                            signature: string;
                        } | {
                            /** @constant */
                            type: "input_json_delta";
                            partial_json: string;
                        };
                    } | {
                        /** @constant */
                        type: "content_block_stop";
                        /** @description Of the block */
                        index: number;
                    } | {
                        /** @constant */
                        type: "message_delta";
                        delta: {
                            /**
                             * @description `end_turn`, `max_tokens`, `tool_use`, `stop_sequence` or `refusal`
                             * @example end_turn
                             */
                            stop_reason: string | null;
                            stop_sequence: null;
                        };
                        usage: components["schemas"]["MessagesUsage"];
                        hearth?: components["schemas"]["ChatOwnFields"];
                    } | {
                        /** @constant */
                        type: "message_stop";
                    } | {
                        /** @constant */
                        type: "error";
                        error: components["schemas"]["AnthropicErrorObject"];
                        detail: string;
                        code: string;
                    };
                };
            };
            400: components["responses"]["AnthropicBadRequest"];
            401: components["responses"]["AnthropicUnauthorized"];
            403: components["responses"]["AnthropicForbidden"];
            404: components["responses"]["AnthropicNotFound"];
            408: components["responses"]["AnthropicRequestTimeout"];
            413: components["responses"]["AnthropicContentTooLarge"];
            415: components["responses"]["AnthropicUnsupportedMediaType"];
            421: components["responses"]["AnthropicMisdirectedRequest"];
            422: components["responses"]["AnthropicUnprocessableContent"];
            429: components["responses"]["AnthropicTooManyRequests"];
            500: components["responses"]["AnthropicInternalServerError"];
            502: components["responses"]["AnthropicBadGateway"];
            503: components["responses"]["AnthropicServiceUnavailable"];
            507: components["responses"]["AnthropicInsufficientStorage"];
        };
    };
    post_v1_messages_count_tokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessagesRequest"];
            };
        };
        responses: {
            /** @description The estimate */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "input_tokens": 14
                     *     }
                     */
                    "application/json": components["schemas"]["MessagesTokenCount"];
                };
            };
            400: components["responses"]["AnthropicBadRequest"];
            401: components["responses"]["AnthropicUnauthorized"];
            403: components["responses"]["AnthropicForbidden"];
            408: components["responses"]["AnthropicRequestTimeout"];
            413: components["responses"]["AnthropicContentTooLarge"];
            415: components["responses"]["AnthropicUnsupportedMediaType"];
            421: components["responses"]["AnthropicMisdirectedRequest"];
            422: components["responses"]["AnthropicUnprocessableContent"];
            429: components["responses"]["AnthropicTooManyRequests"];
            500: components["responses"]["AnthropicInternalServerError"];
            507: components["responses"]["AnthropicInsufficientStorage"];
        };
    };
    post_v1_responses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResponsesRequest"];
            };
        };
        responses: {
            /** @description The answer. With `stream: true` events in OpenAI’s order, and `[DONE]` behind the last. While it waits, `response.in_progress` comes again. A failure after the headers is `response.failed` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "resp_5b0Q7sYw2Lx8",
                     *       "object": "response",
                     *       "created_at": 1795336200,
                     *       "completed_at": 0,
                     *       "status": "queued",
                     *       "background": true,
                     *       "error": {
                     *         "code": "text",
                     *         "message": "text"
                     *       },
                     *       "incomplete_details": {
                     *         "reason": "max_output_tokens"
                     *       },
                     *       "instructions": "text",
                     *       "max_output_tokens": 0,
                     *       "metadata": {},
                     *       "model": "demo/echo",
                     *       "output": [
                     *         {
                     *           "type": "message",
                     *           "id": "msg_5b0Q7sYw2Lx8_0"
                     *         }
                     *       ],
                     *       "parallel_tool_calls": true,
                     *       "previous_response_id": "text",
                     *       "reasoning": {
                     *         "effort": "text",
                     *         "summary": "text"
                     *       },
                     *       "store": true,
                     *       "temperature": 0,
                     *       "text": {
                     *         "format": {}
                     *       },
                     *       "tool_choice": "text",
                     *       "tools": [
                     *         {}
                     *       ],
                     *       "top_logprobs": 0,
                     *       "top_p": 0,
                     *       "presence_penalty": 0,
                     *       "frequency_penalty": 0,
                     *       "truncation": "disabled",
                     *       "max_tool_calls": 0,
                     *       "service_tier": "default",
                     *       "safety_identifier": "text",
                     *       "prompt_cache_key": "text",
                     *       "user": "text",
                     *       "usage": {
                     *         "input_tokens": 0,
                     *         "input_tokens_details": {
                     *           "cached_tokens": 0,
                     *           "cache_write_tokens": 0
                     *         },
                     *         "output_tokens": 0,
                     *         "output_tokens_details": {
                     *           "reasoning_tokens": 0
                     *         },
                     *         "total_tokens": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ModelResponse"];
                    "text/event-stream": components["schemas"]["ResponseEvent"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            408: components["responses"]["OpenAiRequestTimeout"];
            413: components["responses"]["OpenAiContentTooLarge"];
            415: components["responses"]["OpenAiUnsupportedMediaType"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            429: components["responses"]["OpenAiTooManyRequests"];
            500: components["responses"]["OpenAiInternalServerError"];
            502: components["responses"]["OpenAiBadGateway"];
            503: components["responses"]["OpenAiServiceUnavailable"];
            507: components["responses"]["OpenAiInsufficientStorage"];
        };
    };
    post_v1_responses_input_tokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResponsesTokenCountRequest"];
            };
        };
        responses: {
            /** @description The estimate */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "response.input_tokens",
                     *       "input_tokens": 14
                     *     }
                     */
                    "application/json": components["schemas"]["ResponseInputTokens"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            408: components["responses"]["OpenAiRequestTimeout"];
            413: components["responses"]["OpenAiContentTooLarge"];
            415: components["responses"]["OpenAiUnsupportedMediaType"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            429: components["responses"]["OpenAiTooManyRequests"];
            500: components["responses"]["OpenAiInternalServerError"];
            507: components["responses"]["OpenAiInsufficientStorage"];
        };
    };
    post_v1_responses_compact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            500: components["responses"]["OpenAiInternalServerError"];
            507: components["responses"]["OpenAiInsufficientStorage"];
            default: components["responses"]["OpenAiInternalServerError"];
        };
    };
    get_v1_responses_id: {
        parameters: {
            query?: {
                /** @description Only false: a stored answer is read whole */
                stream?: boolean;
                /** @description Ignored */
                include?: components["schemas"]["JsonValue"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "resp_5b0Q7sYw2Lx8",
                     *       "object": "response",
                     *       "created_at": 1795336200,
                     *       "completed_at": 0,
                     *       "status": "queued",
                     *       "background": true,
                     *       "error": {
                     *         "code": "text",
                     *         "message": "text"
                     *       },
                     *       "incomplete_details": {
                     *         "reason": "max_output_tokens"
                     *       },
                     *       "instructions": "text",
                     *       "max_output_tokens": 0,
                     *       "metadata": {},
                     *       "model": "demo/echo",
                     *       "output": [
                     *         {
                     *           "type": "message",
                     *           "id": "msg_5b0Q7sYw2Lx8_0"
                     *         }
                     *       ],
                     *       "parallel_tool_calls": true,
                     *       "previous_response_id": "text",
                     *       "reasoning": {
                     *         "effort": "text",
                     *         "summary": "text"
                     *       },
                     *       "store": true,
                     *       "temperature": 0,
                     *       "text": {
                     *         "format": {}
                     *       },
                     *       "tool_choice": "text",
                     *       "tools": [
                     *         {}
                     *       ],
                     *       "top_logprobs": 0,
                     *       "top_p": 0,
                     *       "presence_penalty": 0,
                     *       "frequency_penalty": 0,
                     *       "truncation": "disabled",
                     *       "max_tool_calls": 0,
                     *       "service_tier": "default",
                     *       "safety_identifier": "text",
                     *       "prompt_cache_key": "text",
                     *       "user": "text",
                     *       "usage": {
                     *         "input_tokens": 0,
                     *         "input_tokens_details": {
                     *           "cached_tokens": 0,
                     *           "cache_write_tokens": 0
                     *         },
                     *         "output_tokens": 0,
                     *         "output_tokens_details": {
                     *           "reasoning_tokens": 0
                     *         },
                     *         "total_tokens": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ModelResponse"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            429: components["responses"]["OpenAiTooManyRequests"];
            500: components["responses"]["OpenAiInternalServerError"];
        };
    };
    delete_v1_responses_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "object": "response",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedResponse"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            500: components["responses"]["OpenAiInternalServerError"];
            507: components["responses"]["OpenAiInsufficientStorage"];
        };
    };
    get_v1_responses_id_input_items: {
        parameters: {
            query?: {
                limit?: number;
                order?: "asc" | "desc";
                after?: string;
                /** @description Ignored */
                include?: components["schemas"]["JsonValue"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAI’s list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "type": "message",
                     *           "id": "msg_5b0Q7sYw2Lx8_0"
                     *         }
                     *       ],
                     *       "first_id": "text",
                     *       "last_id": "text",
                     *       "has_more": true
                     *     }
                     */
                    "application/json": components["schemas"]["ResponseInputItems"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            429: components["responses"]["OpenAiTooManyRequests"];
            500: components["responses"]["OpenAiInternalServerError"];
        };
    };
    post_v1_responses_id_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "resp_5b0Q7sYw2Lx8",
                     *       "object": "response",
                     *       "created_at": 1795336200,
                     *       "completed_at": 0,
                     *       "status": "queued",
                     *       "background": true,
                     *       "error": {
                     *         "code": "text",
                     *         "message": "text"
                     *       },
                     *       "incomplete_details": {
                     *         "reason": "max_output_tokens"
                     *       },
                     *       "instructions": "text",
                     *       "max_output_tokens": 0,
                     *       "metadata": {},
                     *       "model": "demo/echo",
                     *       "output": [
                     *         {
                     *           "type": "message",
                     *           "id": "msg_5b0Q7sYw2Lx8_0"
                     *         }
                     *       ],
                     *       "parallel_tool_calls": true,
                     *       "previous_response_id": "text",
                     *       "reasoning": {
                     *         "effort": "text",
                     *         "summary": "text"
                     *       },
                     *       "store": true,
                     *       "temperature": 0,
                     *       "text": {
                     *         "format": {}
                     *       },
                     *       "tool_choice": "text",
                     *       "tools": [
                     *         {}
                     *       ],
                     *       "top_logprobs": 0,
                     *       "top_p": 0,
                     *       "presence_penalty": 0,
                     *       "frequency_penalty": 0,
                     *       "truncation": "disabled",
                     *       "max_tool_calls": 0,
                     *       "service_tier": "default",
                     *       "safety_identifier": "text",
                     *       "prompt_cache_key": "text",
                     *       "user": "text",
                     *       "usage": {
                     *         "input_tokens": 0,
                     *         "input_tokens_details": {
                     *           "cached_tokens": 0,
                     *           "cache_write_tokens": 0
                     *         },
                     *         "output_tokens": 0,
                     *         "output_tokens_details": {
                     *           "reasoning_tokens": 0
                     *         },
                     *         "total_tokens": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ModelResponse"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            429: components["responses"]["OpenAiTooManyRequests"];
            500: components["responses"]["OpenAiInternalServerError"];
            507: components["responses"]["OpenAiInsufficientStorage"];
        };
    };
    post_v1_completions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompletionRequest"];
            };
        };
        responses: {
            /** @description The text. With `stream: true` events of the same form, each with the next piece; the last event is `[DONE]`, and a failure after the headers is an event with `error` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cmpl-5b0Q7sYw2Lx8",
                     *       "object": "text_completion",
                     *       "created": 1795336200,
                     *       "model": "demo/echo",
                     *       "choices": [
                     *         {
                     *           "index": 0,
                     *           "text": "text",
                     *           "logprobs": null,
                     *           "finish_reason": "stop"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TextCompletion"];
                    "text/event-stream": components["schemas"]["TextCompletion"] | components["schemas"]["ChatStreamError"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            408: components["responses"]["OpenAiRequestTimeout"];
            413: components["responses"]["OpenAiContentTooLarge"];
            415: components["responses"]["OpenAiUnsupportedMediaType"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            429: components["responses"]["OpenAiTooManyRequests"];
            500: components["responses"]["OpenAiInternalServerError"];
            502: components["responses"]["OpenAiBadGateway"];
            503: components["responses"]["OpenAiServiceUnavailable"];
            507: components["responses"]["OpenAiInsufficientStorage"];
        };
    };
    post_api_chat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OllamaChatRequest"];
            };
        };
        responses: {
            /** @description The answer. Without `stream: false` lines of JSON of the same form, the last with `done: true`; lines with an empty text come while it waits. A failure after the headers is a line with `error` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "model": "auto",
                     *       "created_at": "2026-11-22T08:00:00.000Z",
                     *       "message": {
                     *         "role": "assistant",
                     *         "content": "text"
                     *       },
                     *       "done": true,
                     *       "done_reason": "stop",
                     *       "total_duration": 0,
                     *       "load_duration": 0,
                     *       "prompt_eval_count": 0,
                     *       "prompt_eval_duration": 0,
                     *       "eval_count": 0,
                     *       "eval_duration": 0
                     *     }
                     */
                    "application/json": components["schemas"]["OllamaChatAnswer"];
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["OllamaBadRequest"];
            401: components["responses"]["OllamaUnauthorized"];
            403: components["responses"]["OllamaForbidden"];
            404: components["responses"]["OllamaNotFound"];
            408: components["responses"]["OllamaRequestTimeout"];
            413: components["responses"]["OllamaContentTooLarge"];
            415: components["responses"]["OllamaUnsupportedMediaType"];
            421: components["responses"]["OllamaMisdirectedRequest"];
            422: components["responses"]["OllamaUnprocessableContent"];
            429: components["responses"]["OllamaTooManyRequests"];
            500: components["responses"]["OllamaInternalServerError"];
            502: components["responses"]["OllamaBadGateway"];
            503: components["responses"]["OllamaServiceUnavailable"];
            507: components["responses"]["OllamaInsufficientStorage"];
        };
    };
    post_api_generate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OllamaGenerateRequest"];
            };
        };
        responses: {
            /** @description The answer. Without `stream: false` lines of JSON of the same form, the last with `done: true`; lines with an empty text come while it waits. A failure after the headers is a line with `error` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "model": "auto",
                     *       "created_at": "2026-11-22T08:00:00.000Z",
                     *       "response": "text",
                     *       "context": [
                     *         0
                     *       ],
                     *       "done": true,
                     *       "done_reason": "stop",
                     *       "total_duration": 0,
                     *       "load_duration": 0,
                     *       "prompt_eval_count": 0,
                     *       "prompt_eval_duration": 0,
                     *       "eval_count": 0,
                     *       "eval_duration": 0
                     *     }
                     */
                    "application/json": components["schemas"]["OllamaGenerateAnswer"];
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["OllamaBadRequest"];
            401: components["responses"]["OllamaUnauthorized"];
            403: components["responses"]["OllamaForbidden"];
            404: components["responses"]["OllamaNotFound"];
            408: components["responses"]["OllamaRequestTimeout"];
            413: components["responses"]["OllamaContentTooLarge"];
            415: components["responses"]["OllamaUnsupportedMediaType"];
            421: components["responses"]["OllamaMisdirectedRequest"];
            422: components["responses"]["OllamaUnprocessableContent"];
            429: components["responses"]["OllamaTooManyRequests"];
            500: components["responses"]["OllamaInternalServerError"];
            502: components["responses"]["OllamaBadGateway"];
            503: components["responses"]["OllamaServiceUnavailable"];
            507: components["responses"]["OllamaInsufficientStorage"];
        };
    };
    get_api_tags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ollama’s list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "models": [
                     *         {
                     *           "name": "auto",
                     *           "model": "text",
                     *           "modified_at": "text",
                     *           "size": 0,
                     *           "digest": "text",
                     *           "details": {
                     *             "parent_model": "text",
                     *             "format": "text",
                     *             "family": "text",
                     *             "families": [
                     *               "text"
                     *             ],
                     *             "parameter_size": "text",
                     *             "quantization_level": "text"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OllamaTags"];
                };
            };
            400: components["responses"]["OllamaBadRequest"];
            401: components["responses"]["OllamaUnauthorized"];
            403: components["responses"]["OllamaForbidden"];
            421: components["responses"]["OllamaMisdirectedRequest"];
            500: components["responses"]["OllamaInternalServerError"];
        };
    };
    post_api_show: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OllamaShowRequest"];
            };
        };
        responses: {
            /** @description The model */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "license": "text",
                     *       "modelfile": "text",
                     *       "parameters": "text",
                     *       "template": "text",
                     *       "details": {
                     *         "parent_model": "text",
                     *         "format": "text",
                     *         "family": "text",
                     *         "families": [
                     *           "text"
                     *         ],
                     *         "parameter_size": "text",
                     *         "quantization_level": "text"
                     *       },
                     *       "model_info": {},
                     *       "capabilities": [
                     *         "completion"
                     *       ],
                     *       "modified_at": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["OllamaShown"];
                };
            };
            400: components["responses"]["OllamaBadRequest"];
            401: components["responses"]["OllamaUnauthorized"];
            403: components["responses"]["OllamaForbidden"];
            404: components["responses"]["OllamaNotFound"];
            408: components["responses"]["OllamaRequestTimeout"];
            413: components["responses"]["OllamaContentTooLarge"];
            415: components["responses"]["OllamaUnsupportedMediaType"];
            421: components["responses"]["OllamaMisdirectedRequest"];
            422: components["responses"]["OllamaUnprocessableContent"];
            500: components["responses"]["OllamaInternalServerError"];
            507: components["responses"]["OllamaInsufficientStorage"];
        };
    };
    get_api_ps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An empty list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "models": [
                     *         {}
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OllamaRunning"];
                };
            };
            400: components["responses"]["OllamaBadRequest"];
            401: components["responses"]["OllamaUnauthorized"];
            403: components["responses"]["OllamaForbidden"];
            421: components["responses"]["OllamaMisdirectedRequest"];
            500: components["responses"]["OllamaInternalServerError"];
        };
    };
    get_api_version: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "0.13.0"
                     *     }
                     */
                    "application/json": components["schemas"]["OllamaVersion"];
                };
            };
            400: components["responses"]["OllamaBadRequest"];
            421: components["responses"]["OllamaMisdirectedRequest"];
            500: components["responses"]["OllamaInternalServerError"];
        };
    };
    get_api_conversations: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
                /** @description Words to find in the messages of all conversations */
                q?: string;
                /** @description Only conversations in this folder, or with `none` those in no folder; not with q */
                folder?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The latest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "text",
                     *           "title": "text",
                     *           "pinned": true,
                     *           "folder_id": "text",
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "updated_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text",
                     *       "pinned": [
                     *         {
                     *           "id": "text",
                     *           "title": "text",
                     *           "pinned": true,
                     *           "folder_id": "text",
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "updated_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ],
                     *       "folders": [
                     *         {
                     *           "id": "text",
                     *           "name": "text",
                     *           "open": true,
                     *           "conversations": 0,
                     *           "created_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ],
                     *       "shared_with_me": 0
                     *     }
                     */
                    "application/json": components["schemas"]["ConversationList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_api_conversations: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request: when its answer was lost, the same request with the same key makes nothing twice and answers with what is there */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    title?: string;
                };
            };
        };
        responses: {
            /** @description The conversation */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "title": "text",
                     *       "pinned": true,
                     *       "folder_id": "text",
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "updated_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_conversations_id: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "title": "text",
                     *       "pinned": true,
                     *       "folder_id": "text",
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "updated_at": "2026-11-22T08:30:00.000Z",
                     *       "messages": [
                     *         {
                     *           "id": "text",
                     *           "conversation_id": "text",
                     *           "parent_id": "text",
                     *           "role": "user",
                     *           "content": "text",
                     *           "thoughts": "text",
                     *           "thought_seconds": 0,
                     *           "attachments": [
                     *             {
                     *               "id": "text",
                     *               "name": "text",
                     *               "media_type": "text",
                     *               "bytes": 0,
                     *               "kind": "text",
                     *               "characters": 0,
                     *               "pages": 0,
                     *               "pictures": 0,
                     *               "note": "text"
                     *             }
                     *           ],
                     *           "steps": [
                     *             {
                     *               "position": 0,
                     *               "at_offset": 0,
                     *               "calls": [
                     *                 {
                     *                   "tool": "text",
                     *                   "label": "text",
                     *                   "text": "text",
                     *                   "seconds": 0,
                     *                   "ok": true
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "note": "text",
                     *           "status": "waiting",
                     *           "model": "text",
                     *           "answered_by": "text",
                     *           "error": {
                     *             "code": "text",
                     *             "detail": "text"
                     *           },
                     *           "position": 1,
                     *           "expected_wait_seconds": 0,
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "finished_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text",
                     *       "last_event_id": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WholeConversation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    delete_api_conversations_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patch_api_conversations_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    title?: string;
                    pinned?: boolean;
                    folder_id?: string | null;
                };
            };
        };
        responses: {
            /** @description The conversation afterwards */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "title": "text",
                     *       "pinned": true,
                     *       "folder_id": "text",
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "updated_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_conversation_folders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "text",
                     *           "name": "text",
                     *           "open": true,
                     *           "conversations": 0,
                     *           "created_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["ConversationFolder"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_api_conversation_folders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "text"
                 *     }
                 */
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description The folder */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "name": "text",
                     *       "open": true,
                     *       "conversations": 0,
                     *       "created_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConversationFolder"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_api_conversation_folders_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patch_api_conversation_folders_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    name?: string;
                    /** @description Whether the list shows what is in it */
                    open?: boolean;
                };
            };
        };
        responses: {
            /** @description The folder afterwards */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "name": "text",
                     *       "open": true,
                     *       "conversations": 0,
                     *       "created_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConversationFolder"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_conversations_id_shares: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "text",
                     *           "member": "text",
                     *           "message_id": "text",
                     *           "attachments": true,
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "expires_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ],
                     *       "allows_links": true
                     *     }
                     */
                    "application/json": components["schemas"]["ConversationShares"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_api_conversations_id_shares: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description E-mail address or name of a member; without it, a link is made */
                    member?: string;
                    /** @description The last message that is shared, with those before it; by default the newest */
                    message_id?: string;
                    /** @description Whether attached files can be opened; by default only named */
                    attachments?: boolean;
                    /** @description By default 7 for a link, and for ever with a member */
                    expires_in_days?: number;
                };
            };
        };
        responses: {
            /** @description The share */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "member": "text",
                     *       "message_id": "text",
                     *       "attachments": true,
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "link": {
                     *         "path": "text",
                     *         "urls": [
                     *           "text"
                     *         ],
                     *         "expires_at": "2026-11-22T08:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NewConversationShare"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_api_conversations_id_shares_share: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                share: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nobody reads by it any more */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_shared_conversations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "text",
                     *           "title": "text",
                     *           "from": "text",
                     *           "attachments": true,
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "expires_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        items: {
                            id: string;
                            title: string;
                            /** @description Name of whose conversation it is */
                            from: string;
                            /** @description Whether attached files can be opened */
                            attachments: boolean;
                            /**
                             * Format: date-time
                             * @description When it was shared
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601, UTC
                             */
                            expires_at: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_shared_conversations_share: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                share: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is shared */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "title": "text",
                     *       "from": "text",
                     *       "attachments": true,
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "messages": [
                     *         {
                     *           "id": "text",
                     *           "role": "user",
                     *           "content": "text",
                     *           "attachments": [
                     *             {
                     *               "id": "text",
                     *               "name": "text",
                     *               "media_type": "text",
                     *               "bytes": 0,
                     *               "kind": "text",
                     *               "characters": 0,
                     *               "pages": 0,
                     *               "pictures": 0,
                     *               "note": "text"
                     *             }
                     *           ],
                     *           "answered_by": "text",
                     *           "created_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SharedConversation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    delete_api_shared_conversations_share: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                share: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is not shared with the account any more */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_shared_conversations_share_attachments_attachment: {
        parameters: {
            query?: {
                /** @description The file as it came, or its first picture encoded anew; by default the file */
                part?: "file" | "picture";
            };
            header?: {
                range?: string;
                "if-none-match"?: string;
            };
            path: {
                share: string;
                attachment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file; all but pictures are downloaded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The range of it */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description Unchanged */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_shared_link: {
        parameters: {
            query?: never;
            header?: {
                /** @description What stands behind # in the link */
                "x-share-token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is shared */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "title": "text",
                     *       "from": "text",
                     *       "attachments": true,
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "messages": [
                     *         {
                     *           "id": "text",
                     *           "role": "user",
                     *           "content": "text",
                     *           "attachments": [
                     *             {
                     *               "id": "text",
                     *               "name": "text",
                     *               "media_type": "text",
                     *               "bytes": 0,
                     *               "kind": "text",
                     *               "characters": 0,
                     *               "pages": 0,
                     *               "pictures": 0,
                     *               "note": "text"
                     *             }
                     *           ],
                     *           "answered_by": "text",
                     *           "created_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SharedConversation"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_shared_link_attachments_attachment: {
        parameters: {
            query?: {
                /** @description The file as it came, or its first picture encoded anew; by default the file */
                part?: "file" | "picture";
            };
            header?: {
                /** @description What stands behind # in the link */
                "x-share-token"?: string;
                range?: string;
                "if-none-match"?: string;
            };
            path: {
                attachment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file; all but pictures are downloaded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The range of it */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description Unchanged */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_api_conversations_id_messages: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request: when its answer was lost, the same request with the same key makes nothing twice and answers with what is there */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "text"
                 *     }
                 */
                "application/json": {
                    /** @description Empty only where something is attached */
                    content: string;
                    /** @description Pictures and documents, of at most 15 MiB each and 40 MiB together; large ones as {buffer}. The answer begins when they are read */
                    attachments?: ({
                        /** @description A public http or https address */
                        url: string;
                    } | {
                        /** @description Base64 */
                        data: string;
                        media_type?: string;
                        filename?: string;
                    } | {
                        /** @description The token of a stored file */
                        file: string;
                    } | {
                        /** @description The id of a finished upload */
                        buffer: string;
                    } | {
                        /** @description A file of the server, as an absolute path; for admins who have signed in, and from the trusted local network */
                        path: string;
                    } | {
                        attachment: string;
                    })[];
                    /** @description As in a chat request; by default that of the last answer */
                    model?: string;
                    /** @description Tools that the model may call for this answer, by name, or "all": those that only look something up. Without it, none */
                    tools?: "all" | string[];
                    /** @description The message that this one follows; without it, the latest one; null begins anew */
                    parent_id?: string | null;
                };
            };
        };
        responses: {
            /** @description The message, and the answer that is made */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": {
                     *         "id": "text",
                     *         "conversation_id": "text",
                     *         "parent_id": "text",
                     *         "role": "user",
                     *         "content": "text",
                     *         "thoughts": "text",
                     *         "thought_seconds": 0,
                     *         "attachments": [
                     *           {
                     *             "id": "text",
                     *             "name": "text",
                     *             "media_type": "text",
                     *             "bytes": 0,
                     *             "kind": "text",
                     *             "characters": 0,
                     *             "pages": 0,
                     *             "pictures": 0,
                     *             "note": "text"
                     *           }
                     *         ],
                     *         "steps": [
                     *           {
                     *             "position": 0,
                     *             "at_offset": 0,
                     *             "calls": [
                     *               {
                     *                 "tool": "text",
                     *                 "label": "text",
                     *                 "text": "text",
                     *                 "seconds": 0,
                     *                 "ok": true
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "note": "text",
                     *         "status": "waiting",
                     *         "model": "text",
                     *         "answered_by": "text",
                     *         "error": {
                     *           "code": "text",
                     *           "detail": "text"
                     *         },
                     *         "position": 1,
                     *         "expected_wait_seconds": 0,
                     *         "created_at": "2026-11-22T08:30:00.000Z",
                     *         "finished_at": "2026-11-22T08:30:00.000Z"
                     *       },
                     *       "answer": {
                     *         "id": "text",
                     *         "conversation_id": "text",
                     *         "parent_id": "text",
                     *         "role": "user",
                     *         "content": "text",
                     *         "thoughts": "text",
                     *         "thought_seconds": 0,
                     *         "attachments": [
                     *           {
                     *             "id": "text",
                     *             "name": "text",
                     *             "media_type": "text",
                     *             "bytes": 0,
                     *             "kind": "text",
                     *             "characters": 0,
                     *             "pages": 0,
                     *             "pictures": 0,
                     *             "note": "text"
                     *           }
                     *         ],
                     *         "steps": [
                     *           {
                     *             "position": 0,
                     *             "at_offset": 0,
                     *             "calls": [
                     *               {
                     *                 "tool": "text",
                     *                 "label": "text",
                     *                 "text": "text",
                     *                 "seconds": 0,
                     *                 "ok": true
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "note": "text",
                     *         "status": "waiting",
                     *         "model": "text",
                     *         "answered_by": "text",
                     *         "error": {
                     *           "code": "text",
                     *           "detail": "text"
                     *         },
                     *         "position": 1,
                     *         "expected_wait_seconds": 0,
                     *         "created_at": "2026-11-22T08:30:00.000Z",
                     *         "finished_at": "2026-11-22T08:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SentMessage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_api_conversations_id_messages_message_stop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                message: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "conversation_id": "text",
                     *       "parent_id": "text",
                     *       "role": "user",
                     *       "content": "text",
                     *       "thoughts": "text",
                     *       "thought_seconds": 0,
                     *       "attachments": [
                     *         {
                     *           "id": "text",
                     *           "name": "text",
                     *           "media_type": "text",
                     *           "bytes": 0,
                     *           "kind": "text",
                     *           "characters": 0,
                     *           "pages": 0,
                     *           "pictures": 0,
                     *           "note": "text"
                     *         }
                     *       ],
                     *       "steps": [
                     *         {
                     *           "position": 0,
                     *           "at_offset": 0,
                     *           "calls": [
                     *             {
                     *               "tool": "text",
                     *               "label": "text",
                     *               "text": "text",
                     *               "seconds": 0,
                     *               "ok": true
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "note": "text",
                     *       "status": "waiting",
                     *       "model": "text",
                     *       "answered_by": "text",
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       },
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConversationMessage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_api_conversations_id_messages_message_retry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this request: when its answer was lost, the same request with the same key makes nothing twice and answers with what is there */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                message: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    model?: string;
                    /** @description Tools that the model may call for this answer, by name, or "all": those that only look something up. Without it, none */
                    tools?: "all" | string[];
                };
            };
        };
        responses: {
            /** @description The new answer */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "conversation_id": "text",
                     *       "parent_id": "text",
                     *       "role": "user",
                     *       "content": "text",
                     *       "thoughts": "text",
                     *       "thought_seconds": 0,
                     *       "attachments": [
                     *         {
                     *           "id": "text",
                     *           "name": "text",
                     *           "media_type": "text",
                     *           "bytes": 0,
                     *           "kind": "text",
                     *           "characters": 0,
                     *           "pages": 0,
                     *           "pictures": 0,
                     *           "note": "text"
                     *         }
                     *       ],
                     *       "steps": [
                     *         {
                     *           "position": 0,
                     *           "at_offset": 0,
                     *           "calls": [
                     *             {
                     *               "tool": "text",
                     *               "label": "text",
                     *               "text": "text",
                     *               "seconds": 0,
                     *               "ok": true
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "note": "text",
                     *       "status": "waiting",
                     *       "model": "text",
                     *       "answered_by": "text",
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       },
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConversationMessage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_conversations_id_events: {
        parameters: {
            query?: never;
            header?: {
                "last-event-id"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ConversationEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_conversations_id_export: {
        parameters: {
            query?: {
                format?: "markdown" | "json";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "title": "text",
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "messages": [
                     *         {
                     *           "id": "text",
                     *           "conversation_id": "text",
                     *           "parent_id": "text",
                     *           "role": "user",
                     *           "content": "text",
                     *           "thoughts": "text",
                     *           "thought_seconds": 0,
                     *           "attachments": [
                     *             {
                     *               "id": "text",
                     *               "name": "text",
                     *               "media_type": "text",
                     *               "bytes": 0,
                     *               "kind": "text",
                     *               "characters": 0,
                     *               "pages": 0,
                     *               "pictures": 0,
                     *               "note": "text"
                     *             }
                     *           ],
                     *           "steps": [
                     *             {
                     *               "position": 0,
                     *               "at_offset": 0,
                     *               "calls": [
                     *                 {
                     *                   "tool": "text",
                     *                   "label": "text",
                     *                   "text": "text",
                     *                   "seconds": 0,
                     *                   "ok": true
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "note": "text",
                     *           "status": "waiting",
                     *           "model": "text",
                     *           "answered_by": "text",
                     *           "error": {
                     *             "code": "text",
                     *             "detail": "text"
                     *           },
                     *           "position": 1,
                     *           "expected_wait_seconds": 0,
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "finished_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ConversationExport"];
                    "text/markdown": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_conversations_id_attachments_attachment: {
        parameters: {
            query?: never;
            header?: {
                range?: string;
                "if-none-match"?: string;
            };
            path: {
                id: string;
                attachment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file; all but pictures are downloaded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The range of it */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description Unchanged */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_conversations_id_attachments_attachment_picture: {
        parameters: {
            query?: never;
            header?: {
                range?: string;
                "if-none-match"?: string;
            };
            path: {
                id: string;
                attachment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                };
            };
            /** @description The range of it */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                };
            };
            /** @description Unchanged */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_v1_embeddings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmbeddingsRequest"];
            };
        };
        responses: {
            /** @description A vector for each input, in their order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "model": "ollama/nomic-embed-text:latest",
                     *       "usage": {
                     *         "prompt_tokens": 0,
                     *         "total_tokens": 0
                     *       },
                     *       "data": [
                     *         {
                     *           "object": "embedding",
                     *           "index": 0,
                     *           "embedding": [
                     *             0
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Embeddings"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            408: components["responses"]["OpenAiRequestTimeout"];
            413: components["responses"]["OpenAiContentTooLarge"];
            415: components["responses"]["OpenAiUnsupportedMediaType"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            429: components["responses"]["OpenAiTooManyRequests"];
            500: components["responses"]["OpenAiInternalServerError"];
            503: components["responses"]["OpenAiServiceUnavailable"];
            507: components["responses"]["OpenAiInsufficientStorage"];
        };
    };
    post_v1_rerank: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RerankRequest"];
            };
        };
        responses: {
            /** @description The ranking */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "model": "llamacpp/bge-reranker-v2-m3",
                     *       "usage": {
                     *         "prompt_tokens": 0,
                     *         "total_tokens": 0
                     *       },
                     *       "results": [
                     *         {
                     *           "index": 0,
                     *           "relevance_score": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Ranking"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            408: components["responses"]["OpenAiRequestTimeout"];
            413: components["responses"]["OpenAiContentTooLarge"];
            415: components["responses"]["OpenAiUnsupportedMediaType"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            429: components["responses"]["OpenAiTooManyRequests"];
            500: components["responses"]["OpenAiInternalServerError"];
            503: components["responses"]["OpenAiServiceUnavailable"];
            507: components["responses"]["OpenAiInsufficientStorage"];
        };
    };
    post_api_embed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OllamaEmbedRequest"];
            };
        };
        responses: {
            /** @description A vector for each text */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "model": "nomic-embed-text",
                     *       "total_duration": 0,
                     *       "load_duration": 0,
                     *       "prompt_eval_count": 0,
                     *       "embeddings": [
                     *         [
                     *           0
                     *         ]
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OllamaEmbeddings"];
                };
            };
            400: components["responses"]["OllamaBadRequest"];
            401: components["responses"]["OllamaUnauthorized"];
            403: components["responses"]["OllamaForbidden"];
            404: components["responses"]["OllamaNotFound"];
            408: components["responses"]["OllamaRequestTimeout"];
            413: components["responses"]["OllamaContentTooLarge"];
            415: components["responses"]["OllamaUnsupportedMediaType"];
            421: components["responses"]["OllamaMisdirectedRequest"];
            422: components["responses"]["OllamaUnprocessableContent"];
            429: components["responses"]["OllamaTooManyRequests"];
            500: components["responses"]["OllamaInternalServerError"];
            503: components["responses"]["OllamaServiceUnavailable"];
            507: components["responses"]["OllamaInsufficientStorage"];
        };
    };
    post_api_embeddings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OllamaEmbeddingsRequest"];
            };
        };
        responses: {
            /** @description The vector */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "embedding": [
                     *         0
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OllamaEmbedding"];
                };
            };
            400: components["responses"]["OllamaBadRequest"];
            401: components["responses"]["OllamaUnauthorized"];
            403: components["responses"]["OllamaForbidden"];
            404: components["responses"]["OllamaNotFound"];
            408: components["responses"]["OllamaRequestTimeout"];
            413: components["responses"]["OllamaContentTooLarge"];
            415: components["responses"]["OllamaUnsupportedMediaType"];
            421: components["responses"]["OllamaMisdirectedRequest"];
            422: components["responses"]["OllamaUnprocessableContent"];
            429: components["responses"]["OllamaTooManyRequests"];
            500: components["responses"]["OllamaInternalServerError"];
            503: components["responses"]["OllamaServiceUnavailable"];
            507: components["responses"]["OllamaInsufficientStorage"];
        };
    };
    post_api_ai_generate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this job: the same key with the same body within 24 hours answers with the same job, with another body 409 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    prompt: string;
                    system?: string;
                    engine?: string;
                    model?: string;
                    response_schema?: {
                        [key: string]: components["schemas"]["JsonValue"];
                    };
                    /** @description Pictures and documents, of at most 15 MiB each and 40 MiB together */
                    attachments?: ({
                        /** @description A public http or https address */
                        url: string;
                    } | {
                        /** @description Base64 */
                        data: string;
                        media_type?: string;
                        filename?: string;
                    } | {
                        /** @description The token of a stored file */
                        file: string;
                    } | {
                        /** @description The id of a finished upload */
                        buffer: string;
                    } | {
                        /** @description A file of the server, as an absolute path; for admins who have signed in, and from the trusted local network */
                        path: string;
                    })[];
                    async?: boolean;
                };
            };
        };
        responses: {
            /** @description The result; or that no engine was able to answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "succeeded",
                     *       "text": "Glomma, Tana and Numedalslågen",
                     *       "engine": "local",
                     *       "model": "qwen3"
                     *     }
                     */
                    "application/json": components["schemas"]["GenerateAnswer"] | components["schemas"]["NoEngine"];
                };
            };
            /** @description The job */
            202: {
                headers: {
                    /** @description The path of the job */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "result": {
                     *         "status": "succeeded",
                     *         "text": "Glomma, Tana and Numedalslågen",
                     *         "engine": "local",
                     *         "model": "qwen3"
                     *       },
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GenerateJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_api_ai_generate_id_again: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this job: the same key with the same body within 24 hours answers with the same job, with another body 409 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The `job_id` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new job */
            202: {
                headers: {
                    /** @description The path of the new job */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "result": {
                     *         "status": "succeeded",
                     *         "text": "Glomma, Tana and Numedalslågen",
                     *         "engine": "local",
                     *         "model": "qwen3"
                     *       },
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GenerateJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_ai_generate_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `job_id` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "result": {
                     *         "status": "succeeded",
                     *         "text": "Glomma, Tana and Numedalslågen",
                     *         "engine": "local",
                     *         "model": "qwen3"
                     *       },
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GenerateJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    delete_api_ai_generate_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `job_id` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job afterwards */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "result": {
                     *         "status": "succeeded",
                     *         "text": "Glomma, Tana and Numedalslågen",
                     *         "engine": "local",
                     *         "model": "qwen3"
                     *       },
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["GenerateJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_ai_generate_id_events: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `job_id` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["GenerateJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_ai_jobs: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
                /** @description Only jobs in this state; `unfinished` is queued or running */
                status?: "unfinished" | "queued" | "running" | "succeeded" | "failed" | "cancelled";
                /** @description Only jobs of this agent task */
                task?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "job_id": "gen_Yw2Lx85b0Q7s",
                     *           "kind": "generate",
                     *           "status": "queued",
                     *           "position": 1,
                     *           "expected_wait_seconds": 0,
                     *           "progress": {
                     *             "done": 0,
                     *             "total": 0,
                     *             "unit": "text",
                     *             "note": "text",
                     *             "seconds_left": 0
                     *           },
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "started_at": "2026-11-22T08:30:00.000Z",
                     *           "finished_at": "2026-11-22T08:30:00.000Z",
                     *           "expires_at": "2026-11-22T08:30:00.000Z",
                     *           "error": {
                     *             "code": "text",
                     *             "detail": "text"
                     *           },
                     *           "task": "text",
                     *           "excerpt": "text",
                     *           "path": "text"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["ListedJob"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_ai_agent_tasks: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of tasks */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "name": "text",
                     *           "description": "text",
                     *           "input_schema": {},
                     *           "options_schema": {},
                     *           "result_schema": {}
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Task"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_api_ai_agent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this job: the same key with the same body within 24 hours answers with the same job, with another body 409 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    task: string;
                    input: string | {
                        [key: string]: components["schemas"]["JsonValue"];
                    };
                    options?: {
                        [key: string]: components["schemas"]["JsonValue"];
                    };
                    engine?: string;
                    async?: boolean;
                };
            };
        };
        responses: {
            /** @description The result; or that no engine was able to answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "succeeded",
                     *       "task": "summarize",
                     *       "result": "text",
                     *       "text": "A parcel did not arrive, and two letters stayed unanswered.",
                     *       "engine": "local",
                     *       "model": "qwen3"
                     *     }
                     */
                    "application/json": components["schemas"]["AgentAnswer"] | components["schemas"]["NoEngine"];
                };
            };
            /** @description The job */
            202: {
                headers: {
                    /** @description The path of the job */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "result": {
                     *         "status": "succeeded",
                     *         "task": "summarize",
                     *         "result": "text",
                     *         "text": "A parcel did not arrive, and two letters stayed unanswered.",
                     *         "engine": "local",
                     *         "model": "qwen3"
                     *       },
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AgentJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_api_ai_agent_id_again: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this job: the same key with the same body within 24 hours answers with the same job, with another body 409 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The `job_id` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new job */
            202: {
                headers: {
                    /** @description The path of the new job */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "result": {
                     *         "status": "succeeded",
                     *         "task": "summarize",
                     *         "result": "text",
                     *         "text": "A parcel did not arrive, and two letters stayed unanswered.",
                     *         "engine": "local",
                     *         "model": "qwen3"
                     *       },
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AgentJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_ai_agent_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `job_id` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "result": {
                     *         "status": "succeeded",
                     *         "task": "summarize",
                     *         "result": "text",
                     *         "text": "A parcel did not arrive, and two letters stayed unanswered.",
                     *         "engine": "local",
                     *         "model": "qwen3"
                     *       },
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AgentJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    delete_api_ai_agent_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `job_id` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job afterwards */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "result": {
                     *         "status": "succeeded",
                     *         "task": "summarize",
                     *         "result": "text",
                     *         "text": "A parcel did not arrive, and two letters stayed unanswered.",
                     *         "engine": "local",
                     *         "model": "qwen3"
                     *       },
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AgentJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_ai_agent_id_events: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `job_id` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["AgentJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_ai_worker_profiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "name": "read_docs",
                     *           "description": "text",
                     *           "links_per_host": 0
                     *         }
                     *       ],
                     *       "budget": {
                     *         "limit": 0,
                     *         "left": 0,
                     *         "resets_at": "2026-11-22T08:30:00.000Z",
                     *         "time_zone": "Europe/Berlin"
                     *       },
                     *       "unavailable": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WorkerOffer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_ai_worker: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "job_id": "gen_Yw2Lx85b0Q7s",
                     *           "kind": "generate",
                     *           "status": "queued",
                     *           "position": 1,
                     *           "expected_wait_seconds": 0,
                     *           "progress": {
                     *             "done": 0,
                     *             "total": 0,
                     *             "unit": "text",
                     *             "note": "text",
                     *             "seconds_left": 0
                     *           },
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "started_at": "2026-11-22T08:30:00.000Z",
                     *           "finished_at": "2026-11-22T08:30:00.000Z",
                     *           "expires_at": "2026-11-22T08:30:00.000Z",
                     *           "error": {
                     *             "code": "text",
                     *             "detail": "text"
                     *           },
                     *           "profile": "text",
                     *           "excerpt": "text"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["ListedWorkerJob"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_api_ai_worker: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this job: the same key with the same body within 24 hours answers with the same job, with another body 409 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What the worker may use: `read_docs` reads what is attached; `research` reads pages of the web as well
                     * @example read_docs
                     */
                    profile: string;
                    /**
                     * @description The task, in at most 32000 characters
                     * @example Compare the offers and write a table of their prices
                     */
                    brief: string;
                    engine?: string;
                    model?: string;
                    /** @description Files to work with, of at most 15 MiB each and 40 MiB together */
                    attachments?: ({
                        /** @description A public http or https address */
                        url: string;
                    } | {
                        /** @description Base64 */
                        data: string;
                        media_type?: string;
                        filename?: string;
                    } | {
                        /** @description The token of a stored file */
                        file: string;
                    } | {
                        /** @description The id of a finished upload */
                        buffer: string;
                    } | {
                        /** @description A file of the server, as an absolute path; for admins who have signed in, and from the trusted local network */
                        path: string;
                    })[];
                };
            };
        };
        responses: {
            /** @description The job */
            202: {
                headers: {
                    /** @description The path of the job */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       },
                     *       "result": {
                     *         "answer": "The file has three words.",
                     *         "engine": "local",
                     *         "model": "qwen3"
                     *       },
                     *       "profile": "text",
                     *       "brief": "text",
                     *       "steps": [
                     *         {
                     *           "at": "2026-11-22T08:30:00.000Z",
                     *           "tool": "read_file",
                     *           "text": "read_file /inputs/hello.txt",
                     *           "ms": 0,
                     *           "ok": true,
                     *           "output": {
                     *             "bytes": 0,
                     *             "url": "text"
                     *           }
                     *         }
                     *       ],
                     *       "artifacts": [
                     *         {
                     *           "name": "report.md",
                     *           "bytes": 0,
                     *           "media_type": "text/markdown",
                     *           "url": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WorkerJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_api_ai_worker_id_again: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this job: the same key with the same body within 24 hours answers with the same job, with another body 409 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The `job_id` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new job */
            202: {
                headers: {
                    /** @description The path of the new job */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       },
                     *       "result": {
                     *         "answer": "The file has three words.",
                     *         "engine": "local",
                     *         "model": "qwen3"
                     *       },
                     *       "profile": "text",
                     *       "brief": "text",
                     *       "steps": [
                     *         {
                     *           "at": "2026-11-22T08:30:00.000Z",
                     *           "tool": "read_file",
                     *           "text": "read_file /inputs/hello.txt",
                     *           "ms": 0,
                     *           "ok": true,
                     *           "output": {
                     *             "bytes": 0,
                     *             "url": "text"
                     *           }
                     *         }
                     *       ],
                     *       "artifacts": [
                     *         {
                     *           "name": "report.md",
                     *           "bytes": 0,
                     *           "media_type": "text/markdown",
                     *           "url": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WorkerJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_ai_worker_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `job_id` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       },
                     *       "result": {
                     *         "answer": "The file has three words.",
                     *         "engine": "local",
                     *         "model": "qwen3"
                     *       },
                     *       "profile": "text",
                     *       "brief": "text",
                     *       "steps": [
                     *         {
                     *           "at": "2026-11-22T08:30:00.000Z",
                     *           "tool": "read_file",
                     *           "text": "read_file /inputs/hello.txt",
                     *           "ms": 0,
                     *           "ok": true,
                     *           "output": {
                     *             "bytes": 0,
                     *             "url": "text"
                     *           }
                     *         }
                     *       ],
                     *       "artifacts": [
                     *         {
                     *           "name": "report.md",
                     *           "bytes": 0,
                     *           "media_type": "text/markdown",
                     *           "url": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WorkerJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    delete_api_ai_worker_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `job_id` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job afterwards */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       },
                     *       "result": {
                     *         "answer": "The file has three words.",
                     *         "engine": "local",
                     *         "model": "qwen3"
                     *       },
                     *       "profile": "text",
                     *       "brief": "text",
                     *       "steps": [
                     *         {
                     *           "at": "2026-11-22T08:30:00.000Z",
                     *           "tool": "read_file",
                     *           "text": "read_file /inputs/hello.txt",
                     *           "ms": 0,
                     *           "ok": true,
                     *           "output": {
                     *             "bytes": 0,
                     *             "url": "text"
                     *           }
                     *         }
                     *       ],
                     *       "artifacts": [
                     *         {
                     *           "name": "report.md",
                     *           "bytes": 0,
                     *           "media_type": "text/markdown",
                     *           "url": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WorkerJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_ai_worker_id_events: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `job_id` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["WorkerJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_ai_worker_id_steps_number_output: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `job_id` */
                id: string;
                /** @description From 1, as in `steps` */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_ai_worker_id_artifacts_name: {
        parameters: {
            query?: never;
            header?: {
                /** @description One range: bytes=0-99, bytes=100-, bytes=-100 */
                range?: string;
                "if-range"?: string;
                "if-none-match"?: string;
                "if-modified-since"?: string;
            };
            path: {
                /** @description The `job_id` */
                id: string;
                /** @description As in `artifacts` */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The range of it */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description Unchanged */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_ai_tts_voices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The voices of each engine */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "engines": [
                     *         {
                     *           "engine": "embedded",
                     *           "label": "text",
                     *           "models": [
                     *             "text"
                     *           ],
                     *           "languages": [
                     *             "text"
                     *           ],
                     *           "voices": [
                     *             {
                     *               "id": "slt",
                     *               "languages": [
                     *                 "en"
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "formats": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Voices"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_api_ai_tts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this job: the same key with the same body within 24 hours answers with the same job, with another body 409 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description At most 100,000 characters
                     * @example Hello from Hearth.
                     */
                    text: string;
                    /** @description One of `GET /api/ai/tts/voices` */
                    voice?: string;
                    /** @description Id of a brand, whose voice speaks where none of the engines here is named */
                    brand?: string;
                    /** @description An engine’s id, or `auto` */
                    engine?: string;
                    /** @description One of the engine’s models */
                    model?: string;
                    /**
                     * @description Of the text, as `en` or `de-AT`; otherwise it is judged from the text
                     * @example en
                     */
                    language?: string;
                    /** @description 1 is how the voice speaks by itself */
                    speed?: number;
                    /**
                     * @description By default mp3 where ffmpeg is installed, else wav
                     * @enum {string}
                     */
                    format?: "wav" | "mp3" | "opus" | "flac";
                    async?: boolean;
                };
            };
        };
        responses: {
            /** @description The result; or that no engine was able to answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "bqTqK0a2Q8Cw3v7uWnVd9g.mp3",
                     *       "url": "/api/ai/tts/file/bqTqK0a2Q8Cw3v7uWnVd9g.mp3",
                     *       "media_type": "audio/mpeg",
                     *       "duration_seconds": 1.482,
                     *       "bytes": 11904,
                     *       "engine": "embedded",
                     *       "voice": "slt"
                     *     }
                     */
                    "application/json": components["schemas"]["SpokenClip"] | components["schemas"]["NoEngine"];
                };
            };
            /** @description The job */
            202: {
                headers: {
                    /** @description The path of the job */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "result": {
                     *         "name": "bqTqK0a2Q8Cw3v7uWnVd9g.mp3",
                     *         "url": "/api/ai/tts/file/bqTqK0a2Q8Cw3v7uWnVd9g.mp3",
                     *         "media_type": "audio/mpeg",
                     *         "duration_seconds": 1.482,
                     *         "bytes": 11904,
                     *         "engine": "embedded",
                     *         "voice": "slt"
                     *       },
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SpeechJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_api_ai_tts_id_again: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this job: the same key with the same body within 24 hours answers with the same job, with another body 409 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The `job_id` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new job */
            202: {
                headers: {
                    /** @description The path of the new job */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "result": {
                     *         "name": "bqTqK0a2Q8Cw3v7uWnVd9g.mp3",
                     *         "url": "/api/ai/tts/file/bqTqK0a2Q8Cw3v7uWnVd9g.mp3",
                     *         "media_type": "audio/mpeg",
                     *         "duration_seconds": 1.482,
                     *         "bytes": 11904,
                     *         "engine": "embedded",
                     *         "voice": "slt"
                     *       },
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SpeechJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_ai_tts_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `job_id` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "result": {
                     *         "name": "bqTqK0a2Q8Cw3v7uWnVd9g.mp3",
                     *         "url": "/api/ai/tts/file/bqTqK0a2Q8Cw3v7uWnVd9g.mp3",
                     *         "media_type": "audio/mpeg",
                     *         "duration_seconds": 1.482,
                     *         "bytes": 11904,
                     *         "engine": "embedded",
                     *         "voice": "slt"
                     *       },
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SpeechJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    delete_api_ai_tts_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `job_id` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job afterwards */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "result": {
                     *         "name": "bqTqK0a2Q8Cw3v7uWnVd9g.mp3",
                     *         "url": "/api/ai/tts/file/bqTqK0a2Q8Cw3v7uWnVd9g.mp3",
                     *         "media_type": "audio/mpeg",
                     *         "duration_seconds": 1.482,
                     *         "bytes": 11904,
                     *         "engine": "embedded",
                     *         "voice": "slt"
                     *       },
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SpeechJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_ai_tts_id_events: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `job_id` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["SpeechJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_v1_audio_speech: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description At most 100,000 characters
                     * @example Hello from Hearth.
                     */
                    input: string;
                    /**
                     * @description `auto`, an engine’s id, or `engine/model`; OpenAI’s own names mean `auto`
                     * @example auto
                     */
                    model?: string;
                    /**
                     * @description One of `GET /api/ai/tts/voices`; OpenAI’s own names mean the default voice
                     * @example alloy
                     */
                    voice?: string | {
                        id: string;
                    };
                    /** @description Id of a brand, whose voice speaks where none of the engines here is named */
                    brand?: string;
                    /**
                     * @description By default mp3 where ffmpeg is installed, else wav. `pcm` is 24 kHz, mono, 16 bits, little-endian
                     * @enum {string}
                     */
                    response_format?: "wav" | "mp3" | "opus" | "flac" | "aac" | "pcm";
                    /** @description 1 is how the voice speaks by itself */
                    speed?: number;
                    /** @description Taken and not followed: no engine here can */
                    instructions?: string;
                    /**
                     * @description Of the text, as `en` or `de-AT`; otherwise it is judged from the text
                     * @example en
                     */
                    language?: string;
                    /** @enum {string} */
                    stream_format?: "audio" | "sse";
                };
            };
        };
        responses: {
            /** @description The sound; with `stream_format: sse` events with parts of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                    "text/event-stream": components["schemas"]["SpeechEvent"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            408: components["responses"]["OpenAiRequestTimeout"];
            413: components["responses"]["OpenAiContentTooLarge"];
            415: components["responses"]["OpenAiUnsupportedMediaType"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            429: components["responses"]["OpenAiTooManyRequests"];
            500: components["responses"]["OpenAiInternalServerError"];
            502: components["responses"]["OpenAiBadGateway"];
            503: components["responses"]["OpenAiServiceUnavailable"];
            507: components["responses"]["OpenAiInsufficientStorage"];
        };
    };
    get_api_ai_tts_file_name: {
        parameters: {
            query?: never;
            header?: {
                /** @description One range: bytes=0-99, bytes=100-, bytes=-100 */
                range?: string;
                "if-range"?: string;
                "if-none-match"?: string;
                "if-modified-since"?: string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sound */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The range of it */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description Unchanged */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_api_nas_upload: {
        parameters: {
            query?: {
                /** @description The file’s name; of a raw body, needed */
                filename?: string;
                /** @description ISO 8601 with its zone, in the future; then the file is deleted */
                expires_at?: string;
                /** @description Id of a finished resumable upload, which becomes the file; without a body */
                buffer?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * @description ISO 8601 with its zone, in the future; then the file is deleted
                     * @example 2099-12-31T23:59:59Z
                     */
                    expires_at?: string;
                    /**
                     * Format: binary
                     * @description The file
                     */
                    file: string;
                };
                "application/octet-stream": {
                    /**
                     * @description ISO 8601 with its zone, in the future; then the file is deleted
                     * @example 2099-12-31T23:59:59Z
                     */
                    expires_at?: string;
                    /**
                     * Format: binary
                     * @description The file
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description The stored file */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "text",
                     *       "filename": "text",
                     *       "url": "text",
                     *       "bytes": 0,
                     *       "sha256": "text",
                     *       "media_type": "text",
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "last_read_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StoredFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_nas_files: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
                /** @description Words of the name */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "token": "text",
                     *           "filename": "text",
                     *           "url": "text",
                     *           "bytes": 0,
                     *           "sha256": "text",
                     *           "media_type": "text",
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "last_read_at": "2026-11-22T08:30:00.000Z",
                     *           "expires_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["StoredFile"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_nas_limits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At the moment */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "max_file_bytes": 0,
                     *       "is_own_network": true,
                     *       "own_network_max_file_bytes": 0,
                     *       "used_bytes": 0,
                     *       "quota_bytes": 0,
                     *       "free_bytes": 0
                     *     }
                     */
                    "application/json": components["schemas"]["StorageLimits"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    delete_api_nas_files_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patch_api_nas_files_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Made fit for every file system, and cut at 255 bytes
                     * @example report.pdf
                     */
                    filename?: string;
                    /**
                     * @description ISO 8601 with its zone, in the future; then the file is deleted
                     * @example 2099-12-31T23:59:59Z
                     */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description The file afterwards */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "text",
                     *       "filename": "text",
                     *       "url": "text",
                     *       "bytes": 0,
                     *       "sha256": "text",
                     *       "media_type": "text",
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "last_read_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StoredFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_nas_token_filename: {
        parameters: {
            query?: never;
            header?: {
                /** @description One range: bytes=0-99, bytes=100-, bytes=-100 */
                range?: string;
                "if-range"?: string;
                "if-none-match"?: string;
                "if-modified-since"?: string;
            };
            path: {
                token: string;
                filename: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. What could run in a browser is downloaded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The range of it */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description Unchanged */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_knowledge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The own ones first, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "kno_2b9Vn0qYw1Xz7LkTfR4cQe",
                     *           "name": "text",
                     *           "own": true,
                     *           "owner_name": "text",
                     *           "shared": true,
                     *           "sources": 0,
                     *           "passages": 0,
                     *           "waiting": 0,
                     *           "failed": 0,
                     *           "created_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["KnowledgeCollections"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_api_knowledge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description Whether every member may search and read it */
                    shared?: boolean;
                };
            };
        };
        responses: {
            /** @description It is empty */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "kno_2b9Vn0qYw1Xz7LkTfR4cQe",
                     *       "name": "text",
                     *       "own": true,
                     *       "owner_name": "text",
                     *       "shared": true,
                     *       "sources": 0,
                     *       "passages": 0,
                     *       "waiting": 0,
                     *       "failed": 0,
                     *       "created_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["KnowledgeCollection"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_knowledge_search: {
        parameters: {
            query: {
                /** @description A question or words; the last one may be the beginning of a word */
                q: string;
                collection?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The best first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "number": 0,
                     *           "collection": {
                     *             "id": "text",
                     *             "name": "text"
                     *           },
                     *           "source": {
                     *             "id": "text",
                     *             "kind": "file",
                     *             "title": "text"
                     *           },
                     *           "heading": "text",
                     *           "page": 1,
                     *           "seconds": 0,
                     *           "text": "text",
                     *           "excerpt": "text",
                     *           "url": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["KnowledgeFound"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_knowledge_id_passages_number: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                /** @description As `number` of a passage */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "number": 0,
                     *       "collection": {
                     *         "id": "text",
                     *         "name": "text"
                     *       },
                     *       "source": {
                     *         "id": "text",
                     *         "kind": "file",
                     *         "title": "text"
                     *       },
                     *       "heading": "text",
                     *       "page": 1,
                     *       "seconds": 0,
                     *       "text": "text",
                     *       "excerpt": "text",
                     *       "url": "text",
                     *       "before": "text",
                     *       "after": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["KnowledgePassageInContext"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_knowledge_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The collection */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "kno_2b9Vn0qYw1Xz7LkTfR4cQe",
                     *       "name": "text",
                     *       "own": true,
                     *       "owner_name": "text",
                     *       "shared": true,
                     *       "sources": 0,
                     *       "passages": 0,
                     *       "waiting": 0,
                     *       "failed": 0,
                     *       "created_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["KnowledgeCollection"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    delete_api_knowledge_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patch_api_knowledge_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @description Whether every member may search and read it */
                    shared?: boolean;
                };
            };
        };
        responses: {
            /** @description The collection afterwards */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "kno_2b9Vn0qYw1Xz7LkTfR4cQe",
                     *       "name": "text",
                     *       "own": true,
                     *       "owner_name": "text",
                     *       "shared": true,
                     *       "sources": 0,
                     *       "passages": 0,
                     *       "waiting": 0,
                     *       "failed": 0,
                     *       "created_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["KnowledgeCollection"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_knowledge_id_sources: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
                /** @description Part of the title */
                q?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "kns_Xd2LGSy6Hg_Yx2AaQiwqvQ",
                     *           "kind": "file",
                     *           "title": "text",
                     *           "state": "waiting",
                     *           "error": "text",
                     *           "note": "text",
                     *           "characters": 0,
                     *           "passages": 0,
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "read_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["KnowledgeSources"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_api_knowledge_id_sources: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    sources: components["schemas"]["KnowledgeNewSource"][];
                };
            };
        };
        responses: {
            /** @description They wait to be read */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "kns_Xd2LGSy6Hg_Yx2AaQiwqvQ",
                     *           "kind": "file",
                     *           "title": "text",
                     *           "state": "waiting",
                     *           "error": "text",
                     *           "note": "text",
                     *           "characters": 0,
                     *           "passages": 0,
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "read_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ],
                     *       "there": 0
                     *     }
                     */
                    "application/json": components["schemas"]["KnowledgeAddedSources"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_knowledge_id_sources_source: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                source: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The source */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "kns_Xd2LGSy6Hg_Yx2AaQiwqvQ",
                     *       "kind": "file",
                     *       "title": "text",
                     *       "state": "waiting",
                     *       "error": "text",
                     *       "note": "text",
                     *       "characters": 0,
                     *       "passages": 0,
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "read_at": "2026-11-22T08:30:00.000Z",
                     *       "text": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["KnowledgeWholeSource"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    delete_api_knowledge_id_sources_source: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                source: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is found no more */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patch_api_knowledge_id_sources_source: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                source: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    /** @description Markdown */
                    text?: string;
                };
            };
        };
        responses: {
            /** @description The note afterwards */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "kns_Xd2LGSy6Hg_Yx2AaQiwqvQ",
                     *       "kind": "file",
                     *       "title": "text",
                     *       "state": "waiting",
                     *       "error": "text",
                     *       "note": "text",
                     *       "characters": 0,
                     *       "passages": 0,
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "read_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["KnowledgeSource"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_api_knowledge_id_sources_source_read: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                source: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It waits to be read */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "kns_Xd2LGSy6Hg_Yx2AaQiwqvQ",
                     *       "kind": "file",
                     *       "title": "text",
                     *       "state": "waiting",
                     *       "error": "text",
                     *       "note": "text",
                     *       "characters": 0,
                     *       "passages": 0,
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "read_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["KnowledgeSource"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_history: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
                /** @description Only entries of this kind */
                kind?: "transcript" | "translation" | "speech";
                /** @description Words of titles and texts; the last one may be the beginning of a word */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "his_2b9Vn0qYw1Xz7LkTfR4cQe",
                     *           "title": "text",
                     *           "language": "en",
                     *           "seconds": 0,
                     *           "characters": 0,
                     *           "keep": true,
                     *           "job_id": "text",
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "expires_at": "2026-11-22T08:30:00.000Z",
                     *           "kind": "transcript"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["HistoryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_history_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By its kind */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "his_2b9Vn0qYw1Xz7LkTfR4cQe",
                     *       "title": "text",
                     *       "language": "en",
                     *       "seconds": 0,
                     *       "characters": 0,
                     *       "keep": true,
                     *       "job_id": "text",
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "kind": "transcript",
                     *       "text": "text",
                     *       "segments": [
                     *         {
                     *           "start": 0,
                     *           "end": 0,
                     *           "text": "text"
                     *         }
                     *       ],
                     *       "engine": "text",
                     *       "model": "text",
                     *       "source": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["HistoryEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    delete_history_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patch_history_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    /** @description Whether it stays until it is deleted; otherwise it is deleted 30 days from now */
                    keep?: boolean;
                };
            };
        };
        responses: {
            /** @description The entry afterwards */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "his_2b9Vn0qYw1Xz7LkTfR4cQe",
                     *       "title": "text",
                     *       "language": "en",
                     *       "seconds": 0,
                     *       "characters": 0,
                     *       "keep": true,
                     *       "job_id": "text",
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "kind": "transcript"
                     *     }
                     */
                    "application/json": components["schemas"]["HistoryItem"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_dashboard_summary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sums */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "usage": {
                     *         "today": {
                     *           "calls": 0,
                     *           "failures": 0,
                     *           "credits": 0,
                     *           "model_calls": 0,
                     *           "queue_ms": 0,
                     *           "total_ms": 0,
                     *           "characters_in": 0,
                     *           "characters_out": 0,
                     *           "usd": 0
                     *         },
                     *         "month": {
                     *           "calls": 0,
                     *           "failures": 0,
                     *           "credits": 0,
                     *           "model_calls": 0,
                     *           "queue_ms": 0,
                     *           "total_ms": 0,
                     *           "characters_in": 0,
                     *           "characters_out": 0,
                     *           "usd": 0
                     *         },
                     *         "last_30_days": {
                     *           "calls": 0,
                     *           "failures": 0,
                     *           "credits": 0,
                     *           "model_calls": 0,
                     *           "queue_ms": 0,
                     *           "total_ms": 0,
                     *           "characters_in": 0,
                     *           "characters_out": 0,
                     *           "usd": 0
                     *         }
                     *       },
                     *       "budget": {
                     *         "credits": 0,
                     *         "used": 0
                     *       },
                     *       "jobs": {
                     *         "queued": 0,
                     *         "running": 0,
                     *         "succeeded": 0,
                     *         "failed": 0,
                     *         "cancelled": 0
                     *       },
                     *       "files": {
                     *         "count": 0,
                     *         "bytes": 0
                     *       },
                     *       "credit_costs": {},
                     *       "usd_per_credit": 0
                     *     }
                     */
                    "application/json": components["schemas"]["DashboardSummary"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_dashboard_usage: {
        parameters: {
            query?: {
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The days up to today */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "text",
                     *       "to": "text",
                     *       "totals": {
                     *         "calls": 0,
                     *         "failures": 0,
                     *         "credits": 0,
                     *         "model_calls": 0,
                     *         "queue_ms": 0,
                     *         "total_ms": 0,
                     *         "characters_in": 0,
                     *         "characters_out": 0,
                     *         "usd": 0
                     *       },
                     *       "items": [
                     *         {
                     *           "day": "text",
                     *           "calls": 0,
                     *           "failures": 0,
                     *           "credits": 0,
                     *           "model_calls": 0,
                     *           "queue_ms": 0,
                     *           "total_ms": 0,
                     *           "characters_in": 0,
                     *           "characters_out": 0,
                     *           "usd": 0
                     *         }
                     *       ],
                     *       "models": [
                     *         {
                     *           "engine": "text",
                     *           "model": "text",
                     *           "calls": 0,
                     *           "failures": 0,
                     *           "credits": 0,
                     *           "model_calls": 0,
                     *           "queue_ms": 0,
                     *           "total_ms": 0,
                     *           "characters_in": 0,
                     *           "characters_out": 0,
                     *           "usd": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DashboardUsage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_me_data_export: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "none",
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0
                     *       },
                     *       "error": "text",
                     *       "archive": {
                     *         "url": "text",
                     *         "bytes": 0,
                     *         "created_at": "2026-11-22T08:30:00.000Z",
                     *         "expires_at": "2026-11-22T08:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DataExport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_api_me_data_export: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is queued */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "none",
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0
                     *       },
                     *       "error": "text",
                     *       "archive": {
                     *         "url": "text",
                     *         "bytes": 0,
                     *         "created_at": "2026-11-22T08:30:00.000Z",
                     *         "expires_at": "2026-11-22T08:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DataExport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_api_me_data_export: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_me_data_export_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/gzip": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "ann@example.org",
                     *       "role": "admin",
                     *       "issuer": "https://accounts.google.com",
                     *       "extras": {
                     *         "worker_profiles": [
                     *           "read_docs"
                     *         ],
                     *         "storage_bytes": 0
                     *       },
                     *       "language": "de"
                     *     }
                     */
                    "application/json": components["schemas"]["OwnAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    patch_api_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["OwnAccountChange"];
            };
        };
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "ann@example.org",
                     *       "role": "admin",
                     *       "issuer": "https://accounts.google.com",
                     *       "extras": {
                     *         "worker_profiles": [
                     *           "read_docs"
                     *         ],
                     *         "storage_bytes": 0
                     *       },
                     *       "language": "de"
                     *     }
                     */
                    "application/json": components["schemas"]["OwnAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_me_sessions: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "ses_5b0Q7sYw2Lx8",
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "last_used_at": "2026-11-22T08:30:00.000Z",
                     *           "expires_at": "2026-11-22T08:30:00.000Z",
                     *           "address": "192.168.1.20",
                     *           "user_agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                     *           "is_current": true
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Session"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    delete_api_me_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many sessions were ended; the one of the request goes on */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ended": 0
                     *     }
                     */
                    "application/json": {
                        ended: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_api_me_sessions_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its session has ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_api_me_sign_in_link: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "path": "/join/pZ8nq0cGm1yJtq5vVb3kR2sXw7LdTf4H",
                     *       "urls": [
                     *         "text"
                     *       ],
                     *       "expires_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignInLink"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_me_devices: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "text",
                     *           "surface": "code",
                     *           "name": "text",
                     *           "account": "text",
                     *           "address": "text",
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "last_used_at": "2026-11-22T08:30:00.000Z",
                     *           "expires_at": "2026-11-22T08:30:00.000Z",
                     *           "revoked_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Device"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_api_me_devices_id_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device’s record */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "surface": "code",
                     *       "name": "text",
                     *       "account": "text",
                     *       "address": "text",
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "last_used_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "revoked_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Device"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_me_identities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "idn_5b0Q7sYw2Lx8",
                     *           "issuer": "https://accounts.google.com",
                     *           "email": "text",
                     *           "created_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ],
                     *       "providers": [
                     *         {
                     *           "id": "text",
                     *           "label": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Identities"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_api_me_identities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    provider: string;
                };
            };
        };
        responses: {
            /** @description Where to go on */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["IdentityLink"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_api_me_identities_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It signs in here no more */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_me_passkeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "text",
                     *           "host": "text",
                     *           "name": "text",
                     *           "backed_up": true,
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "last_used_at": "2026-11-22T08:30:00.000Z",
                     *           "suspect_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ],
                     *       "host": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Passkeys"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_api_me_passkeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "text",
                 *       "credential": {
                 *         "id": "text",
                 *         "rawId": "text",
                 *         "type": "public-key",
                 *         "clientExtensionResults": {},
                 *         "response": {
                 *           "clientDataJSON": "text",
                 *           "attestationObject": "text"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    name: string;
                    credential: components["schemas"]["RegistrationResponse"];
                };
            };
        };
        responses: {
            /** @description The passkey */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "host": "text",
                     *       "name": "text",
                     *       "backed_up": true,
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "last_used_at": "2026-11-22T08:30:00.000Z",
                     *       "suspect_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_api_me_passkeys_options: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "challenge": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_api_me_passkeys_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It signs in no more */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patch_api_me_passkeys_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description The passkey */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "host": "text",
                     *       "name": "text",
                     *       "backed_up": true,
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "last_used_at": "2026-11-22T08:30:00.000Z",
                     *       "suspect_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_me_api_keys: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "key_5b0Q7sYw2Lx8",
                     *           "label": "kitchen",
                     *           "prefix": "hth_Yw2L",
                     *           "last_four": "x8Qs",
                     *           "user_id": "text",
                     *           "project": "text",
                     *           "product": "text",
                     *           "use_count": 0,
                     *           "last_used_at": "2026-11-22T08:30:00.000Z",
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "expires_at": "2026-11-22T08:30:00.000Z",
                     *           "revoked": true,
                     *           "revoked_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["ApiKey"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_api_me_api_keys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label: string;
                    profile: components["schemas"]["ProfileChange"];
                };
            };
        };
        responses: {
            /** @description The key and its record */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_5b0Q7sYw2Lx8",
                     *       "label": "kitchen",
                     *       "prefix": "hth_Yw2L",
                     *       "last_four": "x8Qs",
                     *       "user_id": "text",
                     *       "project": "text",
                     *       "product": "text",
                     *       "use_count": 0,
                     *       "last_used_at": "2026-11-22T08:30:00.000Z",
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "revoked": true,
                     *       "revoked_at": "2026-11-22T08:30:00.000Z",
                     *       "key": "hth_Yw2L…x8Qs",
                     *       "profile": {
                     *         "generate": true,
                     *         "agent_engines": [
                     *           "*"
                     *         ],
                     *         "agent_tasks": [
                     *           "summarize"
                     *         ],
                     *         "media": true,
                     *         "embeddings": true,
                     *         "worker_profiles": [
                     *           "read_docs"
                     *         ],
                     *         "image_models": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_api_me_api_keys_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_api_keys: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
                /** @description Only keys whose label, project, product or shown characters have this in them */
                q?: string;
                /** @description Only keys that work at present, or only those that are revoked or expired */
                active?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of keys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "key_5b0Q7sYw2Lx8",
                     *           "label": "kitchen",
                     *           "prefix": "hth_Yw2L",
                     *           "last_four": "x8Qs",
                     *           "user_id": "text",
                     *           "project": "text",
                     *           "product": "text",
                     *           "use_count": 0,
                     *           "last_used_at": "2026-11-22T08:30:00.000Z",
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "expires_at": "2026-11-22T08:30:00.000Z",
                     *           "revoked": true,
                     *           "revoked_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text",
                     *       "total": 0
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["ApiKey"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                        /** @description Items that match, on all pages together */
                        total: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_admin_api_keys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label: string;
                    project?: string | null;
                    product?: string | null;
                    expires_at?: string | null;
                    profile?: components["schemas"]["ProfileChange"];
                };
            };
        };
        responses: {
            /** @description The key and its record */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_5b0Q7sYw2Lx8",
                     *       "label": "kitchen",
                     *       "prefix": "hth_Yw2L",
                     *       "last_four": "x8Qs",
                     *       "user_id": "text",
                     *       "project": "text",
                     *       "product": "text",
                     *       "use_count": 0,
                     *       "last_used_at": "2026-11-22T08:30:00.000Z",
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "revoked": true,
                     *       "revoked_at": "2026-11-22T08:30:00.000Z",
                     *       "key": "hth_Yw2L…x8Qs",
                     *       "profile": {
                     *         "generate": true,
                     *         "agent_engines": [
                     *           "*"
                     *         ],
                     *         "agent_tasks": [
                     *           "summarize"
                     *         ],
                     *         "media": true,
                     *         "embeddings": true,
                     *         "worker_profiles": [
                     *           "read_docs"
                     *         ],
                     *         "image_models": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_api_keys_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key’s record */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_5b0Q7sYw2Lx8",
                     *       "label": "kitchen",
                     *       "prefix": "hth_Yw2L",
                     *       "last_four": "x8Qs",
                     *       "user_id": "text",
                     *       "project": "text",
                     *       "product": "text",
                     *       "use_count": 0,
                     *       "last_used_at": "2026-11-22T08:30:00.000Z",
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "revoked": true,
                     *       "revoked_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    patch_admin_api_keys_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label?: string;
                    project?: string | null;
                    product?: string | null;
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description The key’s record */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_5b0Q7sYw2Lx8",
                     *       "label": "kitchen",
                     *       "prefix": "hth_Yw2L",
                     *       "last_four": "x8Qs",
                     *       "user_id": "text",
                     *       "project": "text",
                     *       "product": "text",
                     *       "use_count": 0,
                     *       "last_used_at": "2026-11-22T08:30:00.000Z",
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "revoked": true,
                     *       "revoked_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_admin_api_keys_id_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key’s record */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "key_5b0Q7sYw2Lx8",
                     *       "label": "kitchen",
                     *       "prefix": "hth_Yw2L",
                     *       "last_four": "x8Qs",
                     *       "user_id": "text",
                     *       "project": "text",
                     *       "product": "text",
                     *       "use_count": 0,
                     *       "last_used_at": "2026-11-22T08:30:00.000Z",
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "revoked": true,
                     *       "revoked_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_api_access: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of keys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "key_id": "key_5b0Q7sYw2Lx8",
                     *           "label": "kitchen",
                     *           "revoked": false,
                     *           "profile": {
                     *             "generate": true,
                     *             "agent_engines": [
                     *               "*"
                     *             ],
                     *             "agent_tasks": [
                     *               "summarize"
                     *             ],
                     *             "media": true,
                     *             "embeddings": true,
                     *             "worker_profiles": [
                     *               "read_docs"
                     *             ],
                     *             "image_models": []
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["KeyAccess"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_admin_api_access_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the key may do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key_id": "key_5b0Q7sYw2Lx8",
                     *       "label": "kitchen",
                     *       "revoked": false,
                     *       "profile": {
                     *         "generate": true,
                     *         "agent_engines": [
                     *           "*"
                     *         ],
                     *         "agent_tasks": [
                     *           "summarize"
                     *         ],
                     *         "media": true,
                     *         "embeddings": true,
                     *         "worker_profiles": [
                     *           "read_docs"
                     *         ],
                     *         "image_models": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["KeyAccess"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    put_admin_api_access_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileChange"];
            };
        };
        responses: {
            /** @description What the key may do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key_id": "key_5b0Q7sYw2Lx8",
                     *       "label": "kitchen",
                     *       "revoked": false,
                     *       "profile": {
                     *         "generate": true,
                     *         "agent_engines": [
                     *           "*"
                     *         ],
                     *         "agent_tasks": [
                     *           "summarize"
                     *         ],
                     *         "media": true,
                     *         "embeddings": true,
                     *         "worker_profiles": [
                     *           "read_docs"
                     *         ],
                     *         "image_models": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["KeyAccess"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_workers: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of jobs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "job_id": "gen_Yw2Lx85b0Q7s",
                     *           "kind": "generate",
                     *           "status": "queued",
                     *           "position": 1,
                     *           "expected_wait_seconds": 0,
                     *           "progress": {
                     *             "done": 0,
                     *             "total": 0,
                     *             "unit": "text",
                     *             "note": "text",
                     *             "seconds_left": 0
                     *           },
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "started_at": "2026-11-22T08:30:00.000Z",
                     *           "finished_at": "2026-11-22T08:30:00.000Z",
                     *           "expires_at": "2026-11-22T08:30:00.000Z",
                     *           "error": {
                     *             "code": "text",
                     *             "detail": "text"
                     *           },
                     *           "profile": "text",
                     *           "excerpt": "text",
                     *           "owner_id": "text",
                     *           "actor": "text",
                     *           "steps": [
                     *             {
                     *               "at": "2026-11-22T08:30:00.000Z",
                     *               "tool": "read_file",
                     *               "text": "read_file /inputs/hello.txt",
                     *               "ms": 0,
                     *               "ok": true
                     *             }
                     *           ],
                     *           "steps_total": 0,
                     *           "artifacts": [
                     *             {
                     *               "name": "report.md",
                     *               "bytes": 0,
                     *               "media_type": "text/markdown"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "next_cursor": "text",
                     *       "today": {
                     *         "day": "2026-11-22",
                     *         "time_zone": "Europe/Berlin",
                     *         "ends_at": "2026-11-22T08:30:00.000Z",
                     *         "all": {
                     *           "limit": 0,
                     *           "left": 0
                     *         },
                     *         "jobs_per_day": 0,
                     *         "owners": [
                     *           {
                     *             "owner_id": "text",
                     *             "actor": "text",
                     *             "used": 0,
                     *             "left": 0
                     *           }
                     *         ]
                     *       },
                     *       "profiles": [
                     *         {
                     *           "name": "read_docs",
                     *           "description": "text",
                     *           "source": "shipped",
                     *           "tools": [
                     *             "text"
                     *           ],
                     *           "steps": 0,
                     *           "seconds": 0,
                     *           "links_per_host": 0
                     *         }
                     *       ],
                     *       "profile_faults": [
                     *         {
                     *           "name": "text",
                     *           "fault": "text"
                     *         }
                     *       ],
                     *       "sandbox": {
                     *         "ok": true,
                     *         "reason": "text",
                     *         "fix": "text",
                     *         "control_group": "v2",
                     *         "python": true
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AdminWorkers"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_admin_users: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
                /** @description Only those whose e-mail address, name or id has this in it */
                q?: string;
                role?: "pending" | "user" | "admin";
                status?: "active" | "suspended" | "deleted";
                /** @description Only those who wait for approval, or only the others */
                waiting?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of users */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "text",
                     *           "email": "text",
                     *           "name": "text",
                     *           "issuer": "text",
                     *           "role": "pending",
                     *           "status": "active",
                     *           "extras": {
                     *             "worker_profiles": [
                     *               "read_docs"
                     *             ],
                     *             "storage_bytes": 0
                     *           },
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "last_sign_in_at": "2026-11-22T08:30:00.000Z",
                     *           "last_seen_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text",
                     *       "total": 0
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["User"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                        /** @description Items that match, on all pages together */
                        total: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_admin_users_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user’s record */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "email": "text",
                     *       "name": "text",
                     *       "issuer": "text",
                     *       "role": "pending",
                     *       "status": "active",
                     *       "extras": {
                     *         "worker_profiles": [
                     *           "read_docs"
                     *         ],
                     *         "storage_bytes": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "last_sign_in_at": "2026-11-22T08:30:00.000Z",
                     *       "last_seen_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    patch_admin_users_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role?: "pending" | "user" | "admin";
                    /** @enum {string} */
                    status?: "active" | "suspended" | "deleted";
                    extras?: components["schemas"]["UserExtras"];
                };
            };
        };
        responses: {
            /** @description The user’s record */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "email": "text",
                     *       "name": "text",
                     *       "issuer": "text",
                     *       "role": "pending",
                     *       "status": "active",
                     *       "extras": {
                     *         "worker_profiles": [
                     *           "read_docs"
                     *         ],
                     *         "storage_bytes": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "last_sign_in_at": "2026-11-22T08:30:00.000Z",
                     *       "last_seen_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_audit: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
                /** @description Only actions whose name starts so, such as `key` for `key.revoke` */
                area?: string;
                /** @description Only what somebody did whose name has this in it */
                actor?: string;
                /** @description Only what was done to the one with this id */
                subject?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of entries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 0,
                     *           "at": "2026-11-22T08:30:00.000Z",
                     *           "actor": "text",
                     *           "action": "text",
                     *           "subject": "text",
                     *           "before": "text",
                     *           "after": "text",
                     *           "address": "text",
                     *           "request_id": "text"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["AuditEntry"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_admin_users_id_sessions: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "ses_5b0Q7sYw2Lx8",
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "last_used_at": "2026-11-22T08:30:00.000Z",
                     *           "expires_at": "2026-11-22T08:30:00.000Z",
                     *           "address": "192.168.1.20",
                     *           "user_agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                     *           "is_current": true
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Session"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    delete_admin_users_id_sessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many sessions were ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ended": 0
                     *     }
                     */
                    "application/json": {
                        ended: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_admin_users_id_sign_in_link: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "path": "/join/pZ8nq0cGm1yJtq5vVb3kR2sXw7LdTf4H",
                     *       "urls": [
                     *         "text"
                     *       ],
                     *       "expires_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SignInLink"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_admin_users_id_sessions_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its session has ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_users_id_devices: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "text",
                     *           "surface": "code",
                     *           "name": "text",
                     *           "account": "text",
                     *           "address": "text",
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "last_used_at": "2026-11-22T08:30:00.000Z",
                     *           "expires_at": "2026-11-22T08:30:00.000Z",
                     *           "revoked_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Device"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_admin_invites: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of invitations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "inv_5b0Q7sYw2Lx8",
                     *           "label": "text",
                     *           "status": "open",
                     *           "uses": 0,
                     *           "uses_left": 0,
                     *           "extras": {
                     *             "worker_profiles": [
                     *               "read_docs"
                     *             ],
                     *             "storage_bytes": 0
                     *           },
                     *           "created_by": "text",
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "expires_at": "2026-11-22T08:30:00.000Z",
                     *           "ended_at": "2026-11-22T08:30:00.000Z",
                     *           "joined": [
                     *             {
                     *               "user_id": "text",
                     *               "name": "text",
                     *               "at": "2026-11-22T08:30:00.000Z",
                     *               "address": "text",
                     *               "user_agent": "text"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Invite"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_admin_invites: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label?: string;
                    /**
                     * @description How many people may join
                     * @default 1
                     */
                    uses?: number;
                    /**
                     * @description Seconds
                     * @default 604800
                     */
                    expires_in?: number;
                    extras?: components["schemas"]["UserExtras"];
                };
            };
        };
        responses: {
            /** @description The invitation and its link */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "inv_5b0Q7sYw2Lx8",
                     *       "label": "text",
                     *       "status": "open",
                     *       "uses": 0,
                     *       "uses_left": 0,
                     *       "extras": {
                     *         "worker_profiles": [
                     *           "read_docs"
                     *         ],
                     *         "storage_bytes": 0
                     *       },
                     *       "created_by": "text",
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "ended_at": "2026-11-22T08:30:00.000Z",
                     *       "joined": [
                     *         {
                     *           "user_id": "text",
                     *           "name": "text",
                     *           "at": "2026-11-22T08:30:00.000Z",
                     *           "address": "text",
                     *           "user_agent": "text"
                     *         }
                     *       ],
                     *       "path": "/join/pZ8nq0cGm1yJtq5vVb3kR2sXw7LdTf4H",
                     *       "urls": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NewInvite"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_admin_invites_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Nobody can join by it any more */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_budgets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "owner_id": "user:usr_5b0Q7sYw2Lx8",
                     *           "name": "text",
                     *           "credits": 0,
                     *           "used": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Budget"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    put_admin_budgets_owner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A month; null takes the budget away */
                    credits: number | null;
                };
            };
        };
        responses: {
            /** @description It is set */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_devices: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of devices */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "text",
                     *           "surface": "code",
                     *           "name": "text",
                     *           "account": "text",
                     *           "address": "text",
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "last_used_at": "2026-11-22T08:30:00.000Z",
                     *           "expires_at": "2026-11-22T08:30:00.000Z",
                     *           "revoked_at": "2026-11-22T08:30:00.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Device"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_admin_devices_id_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device’s record */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "surface": "code",
                     *       "name": "text",
                     *       "account": "text",
                     *       "address": "text",
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "last_used_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "revoked_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Device"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_engines: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The engines */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "text",
                     *           "label": "text",
                     *           "type": "text",
                     *           "kind": "text",
                     *           "base_url": "text",
                     *           "configured": true,
                     *           "offered": true,
                     *           "seen_at": "2026-11-22T08:30:00.000Z",
                     *           "unreachable": "text",
                     *           "models": [
                     *             "text"
                     *           ],
                     *           "model_facts": [
                     *             {
                     *               "id": "text",
                     *               "use": "completion",
                     *               "context_length": 0,
                     *               "images": true,
                     *               "tools": true,
                     *               "fault": "text"
                     *             }
                     *           ],
                     *           "max_characters": 0,
                     *           "timeout_seconds": 0,
                     *           "capabilities": {
                     *             "images": true,
                     *             "structured": true,
                     *             "tools": true
                     *           },
                     *           "voices": 0,
                     *           "languages": [
                     *             "text"
                     *           ],
                     *           "accounts": [
                     *             {
                     *               "id": "text",
                     *               "state": "ok",
                     *               "class": "quota",
                     *               "evidence": "text",
                     *               "since": "2026-11-22T08:30:00.000Z",
                     *               "until": "2026-11-22T08:30:00.000Z",
                     *               "set_by": "engine",
                     *               "families": [
                     *                 {
                     *                   "family": "text",
                     *                   "class": "quota",
                     *                   "evidence": "text",
                     *                   "since": "2026-11-22T08:30:00.000Z",
                     *                   "until": "2026-11-22T08:30:00.000Z",
                     *                   "set_by": "engine"
                     *                 }
                     *               ],
                     *               "probed_at": "2026-11-22T08:30:00.000Z",
                     *               "days": [
                     *                 {
                     *                   "day": "text",
                     *                   "calls": 0,
                     *                   "failures": 0
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["EngineList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_admin_engines_engine_accounts_account_probe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                engine: string;
                account: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account after it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "engine": "text",
                     *       "id": "text",
                     *       "state": "ok",
                     *       "class": "quota",
                     *       "evidence": "text",
                     *       "since": "2026-11-22T08:30:00.000Z",
                     *       "until": "2026-11-22T08:30:00.000Z",
                     *       "set_by": "engine",
                     *       "families": [
                     *         {
                     *           "family": "text",
                     *           "class": "quota",
                     *           "evidence": "text",
                     *           "since": "2026-11-22T08:30:00.000Z",
                     *           "until": "2026-11-22T08:30:00.000Z",
                     *           "set_by": "engine"
                     *         }
                     *       ],
                     *       "probed_at": "2026-11-22T08:30:00.000Z",
                     *       "days": [
                     *         {
                     *           "day": "text",
                     *           "calls": 0,
                     *           "failures": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EngineAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_admin_engines_engine_accounts_account_clear: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                engine: string;
                account: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account after it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "engine": "text",
                     *       "id": "text",
                     *       "state": "ok",
                     *       "class": "quota",
                     *       "evidence": "text",
                     *       "since": "2026-11-22T08:30:00.000Z",
                     *       "until": "2026-11-22T08:30:00.000Z",
                     *       "set_by": "engine",
                     *       "families": [
                     *         {
                     *           "family": "text",
                     *           "class": "quota",
                     *           "evidence": "text",
                     *           "since": "2026-11-22T08:30:00.000Z",
                     *           "until": "2026-11-22T08:30:00.000Z",
                     *           "set_by": "engine"
                     *         }
                     *       ],
                     *       "probed_at": "2026-11-22T08:30:00.000Z",
                     *       "days": [
                     *         {
                     *           "day": "text",
                     *           "calls": 0,
                     *           "failures": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EngineAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_admin_engines_engine_accounts_account_disable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                engine: string;
                account: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account after it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "engine": "text",
                     *       "id": "text",
                     *       "state": "ok",
                     *       "class": "quota",
                     *       "evidence": "text",
                     *       "since": "2026-11-22T08:30:00.000Z",
                     *       "until": "2026-11-22T08:30:00.000Z",
                     *       "set_by": "engine",
                     *       "families": [
                     *         {
                     *           "family": "text",
                     *           "class": "quota",
                     *           "evidence": "text",
                     *           "since": "2026-11-22T08:30:00.000Z",
                     *           "until": "2026-11-22T08:30:00.000Z",
                     *           "set_by": "engine"
                     *         }
                     *       ],
                     *       "probed_at": "2026-11-22T08:30:00.000Z",
                     *       "days": [
                     *         {
                     *           "day": "text",
                     *           "calls": 0,
                     *           "failures": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EngineAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_admin_engines_engine_accounts_account_enable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                engine: string;
                account: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account after it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "engine": "text",
                     *       "id": "text",
                     *       "state": "ok",
                     *       "class": "quota",
                     *       "evidence": "text",
                     *       "since": "2026-11-22T08:30:00.000Z",
                     *       "until": "2026-11-22T08:30:00.000Z",
                     *       "set_by": "engine",
                     *       "families": [
                     *         {
                     *           "family": "text",
                     *           "class": "quota",
                     *           "evidence": "text",
                     *           "since": "2026-11-22T08:30:00.000Z",
                     *           "until": "2026-11-22T08:30:00.000Z",
                     *           "set_by": "engine"
                     *         }
                     *       ],
                     *       "probed_at": "2026-11-22T08:30:00.000Z",
                     *       "days": [
                     *         {
                     *           "day": "text",
                     *           "calls": 0,
                     *           "failures": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["EngineAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_alerts: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
                /** @description Only alerts that nobody has acknowledged, or only the others */
                status?: "open" | "seen";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of alerts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "text",
                     *           "at": "2026-11-22T08:30:00.000Z",
                     *           "kind": "text",
                     *           "subject": "text",
                     *           "message": "text",
                     *           "about": "text",
                     *           "acknowledged_at": "2026-11-22T08:30:00.000Z",
                     *           "acknowledged_by": "text",
                     *           "help": "text"
                     *         }
                     *       ],
                     *       "next_cursor": "text",
                     *       "total": 0
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Alert"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                        /** @description Items that match, on all pages together */
                        total: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_admin_alerts_id_acknowledge: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "at": "2026-11-22T08:30:00.000Z",
                     *       "kind": "text",
                     *       "subject": "text",
                     *       "message": "text",
                     *       "about": "text",
                     *       "acknowledged_at": "2026-11-22T08:30:00.000Z",
                     *       "acknowledged_by": "text",
                     *       "help": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Alert"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_worker_nodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Worker nodes by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "is_shared": true,
                     *       "version": "text",
                     *       "items": [
                     *         {
                     *           "name": "text",
                     *           "state": "online",
                     *           "version": "text",
                     *           "width": 0,
                     *           "running": 0,
                     *           "started_at": "2026-11-22T08:30:00.000Z",
                     *           "seen_at": "2026-11-22T08:30:00.000Z",
                     *           "clock_ahead_seconds": 0,
                     *           "engines": [
                     *             {
                     *               "id": "text",
                     *               "label": "text",
                     *               "models": [
                     *                 "text"
                     *               ],
                     *               "accounts": [
                     *                 "text"
                     *               ],
                     *               "problem": "text"
                     *             }
                     *           ],
                     *           "speech": [
                     *             {
                     *               "id": "text",
                     *               "label": "text",
                     *               "models": [
                     *                 "text"
                     *               ]
                     *             }
                     *           ],
                     *           "recognisers": [
                     *             {
                     *               "id": "text",
                     *               "label": "text",
                     *               "models": [
                     *                 "text"
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WorkerNodes"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    delete_admin_worker_nodes_name: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is forgotten, until it announces itself again */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_admin_backup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive; backup.json is its first entry */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-tar": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_backups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "name": "text",
                     *           "at": "2026-11-22T08:30:00.000Z",
                     *           "bytes": 0,
                     *           "whole": {
                     *             "files": 0,
                     *             "lost": 0
                     *           }
                     *         }
                     *       ],
                     *       "making": true,
                     *       "nightly": true,
                     *       "folder": "text",
                     *       "next_at": "2026-11-22T08:30:00.000Z",
                     *       "failure": {
                     *         "at": "2026-11-22T08:30:00.000Z",
                     *         "reason": "text"
                     *       },
                     *       "stale": true,
                     *       "bytes_missing": "text",
                     *       "drill": {
                     *         "name": "text",
                     *         "at": "2026-11-22T08:30:00.000Z",
                     *         "failure": "text",
                     *         "found": {
                     *           "files": 0,
                     *           "bytes": 0,
                     *           "users": 0,
                     *           "conversations": 0,
                     *           "named": 0,
                     *           "lost": 0
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Backups"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_admin_backups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was made and checked */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "text",
                     *       "at": "2026-11-22T08:30:00.000Z",
                     *       "bytes": 0,
                     *       "whole": {
                     *         "files": 0,
                     *         "lost": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StoredBackup"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_backups_name: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archive; backup.json is its first entry */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-tar": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_admin_backups_name_drill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "text",
                     *       "at": "2026-11-22T08:30:00.000Z",
                     *       "failure": "text",
                     *       "found": {
                     *         "files": 0,
                     *         "bytes": 0,
                     *         "users": 0,
                     *         "conversations": 0,
                     *         "named": 0,
                     *         "lost": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RestoreDrill"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_backups_name_contents_kind: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
                /** @description Part of the name, or words of the text */
                q?: string;
                /** @description As `owner` of an item */
                owner?: string;
            };
            header?: never;
            path: {
                name: string;
                /** @description Of what */
                kind: "users" | "conversations" | "files" | "history" | "knowledge";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "text",
                     *           "owner": "text",
                     *           "owner_name": "text",
                     *           "title": "text",
                     *           "at": "2026-11-22T08:30:00.000Z",
                     *           "there": true,
                     *           "expired": true,
                     *           "has_bytes": true
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["BackupItem"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    post_admin_backups_name_contents_kind_id_restore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
                /** @description Of what */
                kind: "users" | "conversations" | "files" | "history" | "knowledge";
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was put back */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "restored": {},
                     *       "there": 0,
                     *       "lost": 0,
                     *       "lost_names": [
                     *         "text"
                     *       ],
                     *       "stopped": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["RestoreReport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_requests: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
                /** @description A status such as 429, or a class of them such as 5xx */
                status?: string;
                /** @description The whole name */
                actor?: string;
                /** @description The whole pattern, such as /v1/models */
                route?: string;
                /** @description `false` leaves out what pages have read, unless it was refused */
                pages?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": 0,
                     *           "at": "2026-11-22T08:30:00.000Z",
                     *           "request_id": "text",
                     *           "actor": "text",
                     *           "method": "POST",
                     *           "route": "/v1/chat/completions",
                     *           "status": 200,
                     *           "ms": 0,
                     *           "wait_ms": 0,
                     *           "engine": "text",
                     *           "model": "text"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["LoggedRequest"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_admin_usage: {
        parameters: {
            query?: {
                /** @description First day, UTC; by default 30 days ago */
                from?: string;
                /** @description Last day, UTC; by default today */
                to?: string;
                /** @description Names of groups, separated by commas */
                group_by?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sums */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "text",
                     *       "to": "text",
                     *       "group_by": [
                     *         "text"
                     *       ],
                     *       "credit_costs": {},
                     *       "usd_per_credit": 0,
                     *       "totals": {
                     *         "calls": 0,
                     *         "failures": 0,
                     *         "credits": 0,
                     *         "model_calls": 0,
                     *         "queue_ms": 0,
                     *         "total_ms": 0,
                     *         "characters_in": 0,
                     *         "characters_out": 0,
                     *         "usd": 0
                     *       },
                     *       "items": [
                     *         {
                     *           "calls": 0,
                     *           "failures": 0,
                     *           "credits": 0,
                     *           "model_calls": 0,
                     *           "queue_ms": 0,
                     *           "total_ms": 0,
                     *           "characters_in": 0,
                     *           "characters_out": 0,
                     *           "usd": 0
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["UsageReport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_admin_usage_usual: {
        parameters: {
            query?: {
                /** @description First day, UTC; by default 30 days ago */
                from?: string;
                /** @description Last day, UTC; by default today */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Medians */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "text",
                     *       "to": "text",
                     *       "weekday": {
                     *         "calls": 0,
                     *         "failures": 0,
                     *         "credits": 0,
                     *         "model_calls": 0,
                     *         "queue_ms": 0,
                     *         "total_ms": 0,
                     *         "characters_in": 0,
                     *         "characters_out": 0,
                     *         "usd": 0
                     *       },
                     *       "weekdays": 0,
                     *       "wait_ms": 0,
                     *       "waits": [
                     *         {
                     *           "day": "text",
                     *           "wait_ms": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UsualUsage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_admin_usage_csv: {
        parameters: {
            query?: {
                /** @description First day, UTC; by default 30 days ago */
                from?: string;
                /** @description Last day, UTC; by default today */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A line for each call (RFC 4180) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_admin_system: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The installation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "versions": {
                     *         "hearth": "text",
                     *         "bun": "text",
                     *         "sqlite": "text",
                     *         "schema": 0,
                     *         "system": "Linux 6.12.0 x64"
                     *       },
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "uptime_seconds": 0,
                     *       "data": {
                     *         "folder": "text",
                     *         "parts": [
                     *           {
                     *             "name": "text",
                     *             "bytes": 0
                     *           }
                     *         ],
                     *         "free_bytes": 0
                     *       },
                     *       "backups": {
                     *         "nightly": true,
                     *         "folder": "text",
                     *         "newest": {
                     *           "name": "text",
                     *           "at": "2026-11-22T08:30:00.000Z",
                     *           "bytes": 0,
                     *           "with_files": true
                     *         },
                     *         "next_at": "2026-11-22T08:30:00.000Z",
                     *         "failure": {
                     *           "at": "2026-11-22T08:30:00.000Z",
                     *           "reason": "text"
                     *         },
                     *         "stale": true
                     *       },
                     *       "settings": [
                     *         {
                     *           "name": "log_level",
                     *           "value": "text",
                     *           "is_set": true,
                     *           "is_secret": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["System"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_admin_doctor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The findings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "level": "warning",
                     *       "items": [
                     *         {
                     *           "id": "database",
                     *           "level": "ok",
                     *           "says": "The database takes writes",
                     *           "help": "/docs/doctor#database"
                     *         },
                     *         {
                     *           "id": "engine.engine_a.home",
                     *           "level": "warning",
                     *           "says": "Account home of engine_a (/usr/local/bin/claude): parked (signed_out): Not logged in",
                     *           "fix": "Sign in: CLAUDE_CONFIG_DIR=/srv/accounts/claude-home claude auth login",
                     *           "help": "/docs/doctor#engine"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Doctor"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_admin_queue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lanes and admission */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "running": [
                     *         {
                     *           "id": "text",
                     *           "lane": "text",
                     *           "kind": "text",
                     *           "owner": "text",
                     *           "actor": "text",
                     *           "request_id": "text",
                     *           "position": 0,
                     *           "age_seconds": 0,
                     *           "running_seconds": 0,
                     *           "expected_wait_seconds": 0,
                     *           "progress": {
                     *             "done": 0,
                     *             "total": 0,
                     *             "unit": "text",
                     *             "note": "text",
                     *             "seconds_left": 0
                     *           },
                     *           "engine": "text",
                     *           "model": "text"
                     *         }
                     *       ],
                     *       "waiting": [
                     *         {
                     *           "id": "text",
                     *           "lane": "text",
                     *           "kind": "text",
                     *           "owner": "text",
                     *           "actor": "text",
                     *           "request_id": "text",
                     *           "position": 0,
                     *           "age_seconds": 0,
                     *           "running_seconds": 0,
                     *           "expected_wait_seconds": 0,
                     *           "progress": {
                     *             "done": 0,
                     *             "total": 0,
                     *             "unit": "text",
                     *             "note": "text",
                     *             "seconds_left": 0
                     *           },
                     *           "engine": "text",
                     *           "model": "text"
                     *         }
                     *       ],
                     *       "lanes": [
                     *         {
                     *           "name": "text",
                     *           "width": 0,
                     *           "running": 0,
                     *           "waiting": 0
                     *         }
                     *       ],
                     *       "admission": {}
                     *     }
                     */
                    "application/json": components["schemas"]["Queue"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_admin_queue_id_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is cancelled */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_skills: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of skills */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "name": "text",
                     *           "description": "text",
                     *           "input_schema": {},
                     *           "options_schema": {},
                     *           "result_schema": {},
                     *           "source": "shipped",
                     *           "engines": [
                     *             "text"
                     *           ]
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Skill"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_skills_name: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The skill */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "text",
                     *       "description": "text",
                     *       "input_schema": {},
                     *       "options_schema": {},
                     *       "result_schema": {},
                     *       "source": "shipped",
                     *       "engines": [
                     *         "text"
                     *       ],
                     *       "content": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WholeSkill"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    put_api_skills_name: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    content: string;
                };
            };
        };
        responses: {
            /** @description The skill was replaced */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "text",
                     *       "description": "text",
                     *       "input_schema": {},
                     *       "options_schema": {},
                     *       "result_schema": {},
                     *       "source": "shipped",
                     *       "engines": [
                     *         "text"
                     *       ],
                     *       "content": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WholeSkill"];
                };
            };
            /** @description The skill is new */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "text",
                     *       "description": "text",
                     *       "input_schema": {},
                     *       "options_schema": {},
                     *       "result_schema": {},
                     *       "source": "shipped",
                     *       "engines": [
                     *         "text"
                     *       ],
                     *       "content": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WholeSkill"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_api_skills_name: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The skill was deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_skills: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of skills */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "name": "text",
                     *           "description": "text",
                     *           "input_schema": {},
                     *           "options_schema": {},
                     *           "result_schema": {},
                     *           "source": "shipped",
                     *           "engines": [
                     *             "text"
                     *           ]
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Skill"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_admin_skills_name: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The skill */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "text",
                     *       "description": "text",
                     *       "input_schema": {},
                     *       "options_schema": {},
                     *       "result_schema": {},
                     *       "source": "shipped",
                     *       "engines": [
                     *         "text"
                     *       ],
                     *       "content": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WholeSkill"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    put_admin_skills_name: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    content: string;
                };
            };
        };
        responses: {
            /** @description The skill was replaced */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "text",
                     *       "description": "text",
                     *       "input_schema": {},
                     *       "options_schema": {},
                     *       "result_schema": {},
                     *       "source": "shipped",
                     *       "engines": [
                     *         "text"
                     *       ],
                     *       "content": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WholeSkill"];
                };
            };
            /** @description The skill is new */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "text",
                     *       "description": "text",
                     *       "input_schema": {},
                     *       "options_schema": {},
                     *       "result_schema": {},
                     *       "source": "shipped",
                     *       "engines": [
                     *         "text"
                     *       ],
                     *       "content": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["WholeSkill"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_admin_skills_name: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The skill was deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_transcribe: {
        parameters: {
            query?: {
                /** @description As `en`; found out when left out, and from then on kept */
                language?: string;
                /** @description `auto`, a transcription engine’s id, or `id/model` */
                engine?: string;
                /** @description Name of a raw body; for your history */
                filename?: string;
            };
            header?: {
                /** @description Your own name for this job: the same key with the same body within 24 hours answers with the same job, with another body 409 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    /**
                     * @description As `en`; found out when left out, and from then on kept
                     * @example en
                     */
                    language?: string;
                    /**
                     * @description `auto`, a transcription engine’s id, or `id/model`
                     * @example auto
                     */
                    engine?: string;
                };
                "application/octet-stream": {
                    /** Format: binary */
                    file: string;
                    /**
                     * @description As `en`; found out when left out, and from then on kept
                     * @example en
                     */
                    language?: string;
                    /**
                     * @description `auto`, a transcription engine’s id, or `id/model`
                     * @example auto
                     */
                    engine?: string;
                };
            };
        };
        responses: {
            /** @description The job */
            202: {
                headers: {
                    /** @description The path of the job */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "result": {
                     *         "text": "text",
                     *         "language": "text",
                     *         "duration_seconds": 0,
                     *         "engine": "text",
                     *         "model": "text",
                     *         "segments": [
                     *           {
                     *             "start": 0,
                     *             "end": 0,
                     *             "text": "text"
                     *           }
                     *         ]
                     *       },
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TranscriptionJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_transcribe_url: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this job: the same key with the same body within 24 hours answers with the same job, with another body 409 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/talk.mp3"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Of a sound or video file on the public internet, or of a page that plays one
                     * @example https://example.com/talk.mp3
                     */
                    url: string;
                    /**
                     * @description As `en`; found out when left out, and from then on kept
                     * @example en
                     */
                    language?: string;
                    /**
                     * @description `auto`, a transcription engine’s id, or `id/model`
                     * @example auto
                     */
                    engine?: string;
                };
            };
        };
        responses: {
            /** @description The job */
            202: {
                headers: {
                    /** @description The path of the job */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "result": {
                     *         "text": "text",
                     *         "language": "text",
                     *         "duration_seconds": 0,
                     *         "engine": "text",
                     *         "model": "text",
                     *         "segments": [
                     *           {
                     *             "start": 0,
                     *             "end": 0,
                     *             "text": "text"
                     *           }
                     *         ]
                     *       },
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TranscriptionJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_v1_audio_transcriptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    /**
                     * @description `auto`, a transcription engine’s id, `id/model`, or a model of one; OpenAI’s own names, such as `whisper-1`, mean `auto`
                     * @example whisper-1
                     */
                    model?: string;
                    /** @example en */
                    language?: string;
                    /** @description Words that come before, or names that occur */
                    prompt?: string;
                    /** @enum {string} */
                    response_format?: "json" | "text" | "srt" | "verbose_json" | "vtt";
                    temperature?: number;
                    /** @description With `verbose_json`; `segment` by default */
                    "timestamp_granularities[]"?: ("word" | "segment")[];
                    /** @description With `json` and `text`: events while pieces are finished */
                    stream?: boolean;
                    /**
                     * @description Whether the transcript goes into your history
                     * @default true
                     */
                    store?: boolean;
                };
            };
        };
        responses: {
            /** @description The transcript */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "text": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AudioTranscription"];
                    "text/event-stream": components["schemas"]["AudioTranscriptionEvent"];
                    "text/plain": string;
                    "application/x-subrip": string;
                    "text/vtt": string;
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            408: components["responses"]["OpenAiRequestTimeout"];
            413: components["responses"]["OpenAiContentTooLarge"];
            415: components["responses"]["OpenAiUnsupportedMediaType"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            429: components["responses"]["OpenAiTooManyRequests"];
            500: components["responses"]["OpenAiInternalServerError"];
            502: components["responses"]["OpenAiBadGateway"];
            503: components["responses"]["OpenAiServiceUnavailable"];
            507: components["responses"]["OpenAiInsufficientStorage"];
        };
    };
    post_audio_transcriptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    /**
                     * @description `auto`, a transcription engine’s id, `id/model`, or a model of one; OpenAI’s own names, such as `whisper-1`, mean `auto`
                     * @example whisper-1
                     */
                    model?: string;
                    /** @example en */
                    language?: string;
                    /** @description Words that come before, or names that occur */
                    prompt?: string;
                    /** @enum {string} */
                    response_format?: "json" | "text" | "srt" | "verbose_json" | "vtt";
                    temperature?: number;
                    /** @description With `verbose_json`; `segment` by default */
                    "timestamp_granularities[]"?: ("word" | "segment")[];
                    /** @description With `json` and `text`: events while pieces are finished */
                    stream?: boolean;
                    /**
                     * @description Whether the transcript goes into your history
                     * @default true
                     */
                    store?: boolean;
                };
            };
        };
        responses: {
            /** @description The transcript */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "text": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AudioTranscription"];
                    "text/event-stream": components["schemas"]["AudioTranscriptionEvent"];
                    "text/plain": string;
                    "application/x-subrip": string;
                    "text/vtt": string;
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            408: components["responses"]["OpenAiRequestTimeout"];
            413: components["responses"]["OpenAiContentTooLarge"];
            415: components["responses"]["OpenAiUnsupportedMediaType"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            429: components["responses"]["OpenAiTooManyRequests"];
            500: components["responses"]["OpenAiInternalServerError"];
            502: components["responses"]["OpenAiBadGateway"];
            503: components["responses"]["OpenAiServiceUnavailable"];
            507: components["responses"]["OpenAiInsufficientStorage"];
        };
    };
    post_v1_audio_translations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    /**
                     * @description `auto`, a transcription engine’s id, `id/model`, or a model of one; OpenAI’s own names, such as `whisper-1`, mean `auto`
                     * @example whisper-1
                     */
                    model?: string;
                    /** @example en */
                    language?: string;
                    /** @description Words that come before, or names that occur */
                    prompt?: string;
                    /** @enum {string} */
                    response_format?: "json" | "text" | "srt" | "verbose_json" | "vtt";
                    temperature?: number;
                    /** @description With `verbose_json`; `segment` by default */
                    "timestamp_granularities[]"?: ("word" | "segment")[];
                    /** @description With `json` and `text`: events while pieces are finished */
                    stream?: boolean;
                    /**
                     * @description Whether the transcript goes into your history
                     * @default true
                     */
                    store?: boolean;
                };
            };
        };
        responses: {
            /** @description The transcript */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "text": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["AudioTranscription"];
                    "text/event-stream": components["schemas"]["AudioTranscriptionEvent"];
                    "text/plain": string;
                    "application/x-subrip": string;
                    "text/vtt": string;
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            408: components["responses"]["OpenAiRequestTimeout"];
            413: components["responses"]["OpenAiContentTooLarge"];
            415: components["responses"]["OpenAiUnsupportedMediaType"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            429: components["responses"]["OpenAiTooManyRequests"];
            500: components["responses"]["OpenAiInternalServerError"];
            502: components["responses"]["OpenAiBadGateway"];
            503: components["responses"]["OpenAiServiceUnavailable"];
            507: components["responses"]["OpenAiInsufficientStorage"];
        };
    };
    get_v1_transcript: {
        parameters: {
            query: {
                /** @description Of a video or a sound, or of the page where it is played */
                url: string;
                /** @description As `en`: of the captions, or of what is spoken; left out, that of the video */
                language?: string;
                /** @description `native`: only the captions that the site has; `generated`: by a transcription engine; `auto`: captions where there are any, else by a transcription engine */
                source?: "auto" | "native" | "generated";
                format?: "json" | "text" | "srt" | "vtt";
                /** @description `true` answers 202 with a job at once */
                async?: "true" | "false";
            };
            header?: {
                /** @description Your own name for this job: the same key with the same body within 24 hours answers with the same job, with another body 409 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transcript */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "text",
                     *       "source": "native",
                     *       "language": "text",
                     *       "title": "text",
                     *       "duration_seconds": 0,
                     *       "cached": true,
                     *       "engine": "text",
                     *       "model": "text",
                     *       "text": "text",
                     *       "segments": [
                     *         {
                     *           "start": 0,
                     *           "end": 0,
                     *           "text": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["VideoTranscript"];
                    "text/plain": string;
                    "application/x-subrip": string;
                    "text/vtt": string;
                };
            };
            /** @description The job, with `async=true` */
            202: {
                headers: {
                    /** @description The path of the job */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "result": {
                     *         "url": "text",
                     *         "source": "native",
                     *         "language": "text",
                     *         "title": "text",
                     *         "duration_seconds": 0,
                     *         "cached": true,
                     *         "engine": "text",
                     *         "model": "text",
                     *         "text": "text",
                     *         "segments": [
                     *           {
                     *             "start": 0,
                     *             "end": 0,
                     *             "text": "text"
                     *           }
                     *         ]
                     *       },
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VideoTranscriptJob"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            409: components["responses"]["OpenAiConflict"];
            410: components["responses"]["OpenAiGone"];
            413: components["responses"]["OpenAiContentTooLarge"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            429: components["responses"]["OpenAiTooManyRequests"];
            500: components["responses"]["OpenAiInternalServerError"];
            502: components["responses"]["OpenAiBadGateway"];
            503: components["responses"]["OpenAiServiceUnavailable"];
            504: components["responses"]["OpenAiGatewayTimeout"];
            507: components["responses"]["OpenAiInsufficientStorage"];
        };
    };
    post_youtube_to_srt: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this job: the same key with the same body within 24 hours answers with the same job, with another body 409 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://www.youtube.com/watch?v=dQw4w9WgXcQ"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Of a video or a sound, or of the page where it is played
                     * @example https://www.youtube.com/watch?v=dQw4w9WgXcQ
                     */
                    url: string;
                    /**
                     * @description As `en`: of the captions, or of what is spoken; left out, that of the video
                     * @example en
                     */
                    language?: string;
                    /**
                     * @description `native`: only the captions that the site has; `generated`: by a transcription engine; `auto`: captions where there are any, else by a transcription engine
                     * @default auto
                     * @enum {string}
                     */
                    source?: "auto" | "native" | "generated";
                };
            };
        };
        responses: {
            /** @description The job */
            202: {
                headers: {
                    /** @description The path of the job */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "result": {
                     *         "url": "text",
                     *         "source": "native",
                     *         "language": "text",
                     *         "title": "text",
                     *         "duration_seconds": 0,
                     *         "cached": true,
                     *         "engine": "text",
                     *         "model": "text",
                     *         "srt": "text"
                     *       },
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["VideoSubtitlesJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_jobs: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "job_id": "gen_Yw2Lx85b0Q7s",
                     *           "kind": "generate",
                     *           "status": "queued",
                     *           "position": 1,
                     *           "expected_wait_seconds": 0,
                     *           "progress": {
                     *             "done": 0,
                     *             "total": 0,
                     *             "unit": "text",
                     *             "note": "text",
                     *             "seconds_left": 0
                     *           },
                     *           "created_at": "2026-11-22T08:30:00.000Z",
                     *           "started_at": "2026-11-22T08:30:00.000Z",
                     *           "finished_at": "2026-11-22T08:30:00.000Z",
                     *           "expires_at": "2026-11-22T08:30:00.000Z",
                     *           "error": {
                     *             "code": "text",
                     *             "detail": "text"
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["ListedMediaJob"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_jobs_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `job_id` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "result": {
                     *         "text": "text",
                     *         "language": "text",
                     *         "duration_seconds": 0,
                     *         "engine": "text",
                     *         "model": "text",
                     *         "segments": [
                     *           {
                     *             "start": 0,
                     *             "end": 0,
                     *             "text": "text"
                     *           }
                     *         ]
                     *       },
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MediaJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    delete_jobs_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `job_id` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job afterwards */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "result": {
                     *         "text": "text",
                     *         "language": "text",
                     *         "duration_seconds": 0,
                     *         "engine": "text",
                     *         "model": "text",
                     *         "segments": [
                     *           {
                     *             "start": 0,
                     *             "end": 0,
                     *             "text": "text"
                     *           }
                     *         ]
                     *       },
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MediaJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_jobs_id_events: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `job_id` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["MediaJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_jobs_id_result: {
        parameters: {
            query?: {
                format?: "json" | "text" | "srt" | "vtt";
            };
            header?: never;
            path: {
                /** @description The `job_id` */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "text": "text",
                     *       "language": "text",
                     *       "duration_seconds": 0,
                     *       "engine": "text",
                     *       "model": "text",
                     *       "segments": [
                     *         {
                     *           "start": 0,
                     *           "end": 0,
                     *           "text": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Transcript"] | components["schemas"]["VideoTranscript"] | components["schemas"]["VideoSubtitles"] | components["schemas"]["PerfectSrt"] | components["schemas"]["Translation"];
                    "text/plain": string;
                    "application/x-subrip": string;
                    "text/vtt": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_v1_video: {
        parameters: {
            query: {
                /** @description Of the page of a video, or of a file */
                url: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The video */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "dQw4w9WgXcQ",
                     *       "url": "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
                     *       "title": "A talk",
                     *       "author": {
                     *         "name": "Blender",
                     *         "id": "text",
                     *         "url": "text"
                     *       },
                     *       "duration_seconds": 0,
                     *       "published_at": "2026-03-01",
                     *       "views": 0,
                     *       "thumbnails": [
                     *         {
                     *           "url": "text",
                     *           "width": 0,
                     *           "height": 0
                     *         }
                     *       ],
                     *       "live_status": "not_live",
                     *       "site": "youtube",
                     *       "description": "text",
                     *       "channel": {
                     *         "name": "Blender",
                     *         "id": "text",
                     *         "url": "text"
                     *       },
                     *       "chapters": [
                     *         {
                     *           "title": "text",
                     *           "start": 0,
                     *           "end": 0
                     *         }
                     *       ],
                     *       "captions": [
                     *         {
                     *           "language": "en",
                     *           "name": "text",
                     *           "kind": "native"
                     *         }
                     *       ],
                     *       "language": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Video"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            500: components["responses"]["OpenAiInternalServerError"];
            502: components["responses"]["OpenAiBadGateway"];
            503: components["responses"]["OpenAiServiceUnavailable"];
            504: components["responses"]["OpenAiGatewayTimeout"];
        };
    };
    get_v1_channel: {
        parameters: {
            query: {
                /** @description Of a page with a list */
                url: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its videos */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "url": "text",
                     *       "site": "text",
                     *       "title": "text",
                     *       "description": "text",
                     *       "author": {
                     *         "name": "Blender",
                     *         "id": "text",
                     *         "url": "text"
                     *       },
                     *       "thumbnails": [
                     *         {
                     *           "url": "text",
                     *           "width": 0,
                     *           "height": 0
                     *         }
                     *       ],
                     *       "total": 0,
                     *       "items": [
                     *         {
                     *           "id": "dQw4w9WgXcQ",
                     *           "url": "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
                     *           "title": "A talk",
                     *           "author": {
                     *             "name": "Blender",
                     *             "id": "text",
                     *             "url": "text"
                     *           },
                     *           "duration_seconds": 0,
                     *           "published_at": "2026-03-01",
                     *           "views": 0,
                     *           "thumbnails": [
                     *             {
                     *               "url": "text",
                     *               "width": 0,
                     *               "height": 0
                     *             }
                     *           ],
                     *           "live_status": "not_live"
                     *         }
                     *       ],
                     *       "has_more": true
                     *     }
                     */
                    "application/json": components["schemas"]["VideoList"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            500: components["responses"]["OpenAiInternalServerError"];
            502: components["responses"]["OpenAiBadGateway"];
            503: components["responses"]["OpenAiServiceUnavailable"];
            504: components["responses"]["OpenAiGatewayTimeout"];
        };
    };
    get_v1_playlist: {
        parameters: {
            query: {
                /** @description Of a page with a list */
                url: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its videos */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "url": "text",
                     *       "site": "text",
                     *       "title": "text",
                     *       "description": "text",
                     *       "author": {
                     *         "name": "Blender",
                     *         "id": "text",
                     *         "url": "text"
                     *       },
                     *       "thumbnails": [
                     *         {
                     *           "url": "text",
                     *           "width": 0,
                     *           "height": 0
                     *         }
                     *       ],
                     *       "total": 0,
                     *       "items": [
                     *         {
                     *           "id": "dQw4w9WgXcQ",
                     *           "url": "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
                     *           "title": "A talk",
                     *           "author": {
                     *             "name": "Blender",
                     *             "id": "text",
                     *             "url": "text"
                     *           },
                     *           "duration_seconds": 0,
                     *           "published_at": "2026-03-01",
                     *           "views": 0,
                     *           "thumbnails": [
                     *             {
                     *               "url": "text",
                     *               "width": 0,
                     *               "height": 0
                     *             }
                     *           ],
                     *           "live_status": "not_live"
                     *         }
                     *       ],
                     *       "has_more": true
                     *     }
                     */
                    "application/json": components["schemas"]["VideoList"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            500: components["responses"]["OpenAiInternalServerError"];
            502: components["responses"]["OpenAiBadGateway"];
            503: components["responses"]["OpenAiServiceUnavailable"];
            504: components["responses"]["OpenAiGatewayTimeout"];
        };
    };
    get_v1_web_scrape: {
        parameters: {
            query: {
                url: string;
                timeout_seconds?: number;
                format?: "markdown" | "text" | "html";
                render?: "auto" | "never" | "always";
                /** @description With the format text: names pictures that have a description where they stand, as [picture: A dam] */
                pictures?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "text",
                     *       "final_url": "text",
                     *       "status": 0,
                     *       "title": "text",
                     *       "byline": "text",
                     *       "excerpt": "text",
                     *       "site_name": "text",
                     *       "language": "text",
                     *       "published_at": "text",
                     *       "image": "text",
                     *       "content": "text",
                     *       "links": [
                     *         {
                     *           "url": "text",
                     *           "text": "text"
                     *         }
                     *       ],
                     *       "fetched_with": "http",
                     *       "note": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["ScrapedPage"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            413: components["responses"]["OpenAiContentTooLarge"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            500: components["responses"]["OpenAiInternalServerError"];
            502: components["responses"]["OpenAiBadGateway"];
            503: components["responses"]["OpenAiServiceUnavailable"];
            504: components["responses"]["OpenAiGatewayTimeout"];
        };
    };
    post_v1_web_scrape: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/"
                 *     }
                 */
                "application/json": {
                    /** @example https://example.com/ */
                    url: string;
                    /** @default 30 */
                    timeout_seconds?: number;
                    /** @enum {string} */
                    format?: "markdown" | "text" | "html";
                    /** @enum {string} */
                    render?: "auto" | "never" | "always";
                    /**
                     * @description With the format text: names pictures that have a description where they stand, as [picture: A dam]
                     * @default false
                     */
                    pictures?: boolean;
                };
            };
        };
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "text",
                     *       "final_url": "text",
                     *       "status": 0,
                     *       "title": "text",
                     *       "byline": "text",
                     *       "excerpt": "text",
                     *       "site_name": "text",
                     *       "language": "text",
                     *       "published_at": "text",
                     *       "image": "text",
                     *       "content": "text",
                     *       "links": [
                     *         {
                     *           "url": "text",
                     *           "text": "text"
                     *         }
                     *       ],
                     *       "fetched_with": "http",
                     *       "note": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["ScrapedPage"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            408: components["responses"]["OpenAiRequestTimeout"];
            413: components["responses"]["OpenAiContentTooLarge"];
            415: components["responses"]["OpenAiUnsupportedMediaType"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            500: components["responses"]["OpenAiInternalServerError"];
            502: components["responses"]["OpenAiBadGateway"];
            503: components["responses"]["OpenAiServiceUnavailable"];
            504: components["responses"]["OpenAiGatewayTimeout"];
            507: components["responses"]["OpenAiInsufficientStorage"];
        };
    };
    post_mcp: {
        parameters: {
            query?: never;
            header?: {
                "mcp-session-id"?: string;
                "mcp-protocol-version"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JsonValue"];
            };
        };
        responses: {
            /** @description The answers, as JSON or as events */
            200: {
                headers: {
                    /** @description To `initialize`: a name, to cancel calls by */
                    "Mcp-Session-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example text */
                    "application/json": components["schemas"]["JsonValue"];
                    "text/event-stream": components["schemas"]["JsonValue"];
                };
            };
            /** @description Taken; there is nothing to answer */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What is wrong, as an error of JSON-RPC */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "error": {
                     *         "code": 0,
                     *         "message": "text"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        jsonrpc: "2.0";
                        id?: components["schemas"]["JsonValue"];
                        error: {
                            code: number;
                            message: string;
                            data?: components["schemas"]["JsonValue"];
                        };
                    } | {
                        detail: string;
                        code: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description There is no such method */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "error": {
                     *         "code": 0,
                     *         "message": "text"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        jsonrpc: "2.0";
                        id?: components["schemas"]["JsonValue"];
                        error: {
                            code: number;
                            message: string;
                            data?: components["schemas"]["JsonValue"];
                        };
                    } | {
                        detail: string;
                        code: string;
                    };
                };
            };
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            /** @description The body is not JSON */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "error": {
                     *         "code": 0,
                     *         "message": "text"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        jsonrpc: "2.0";
                        id?: components["schemas"]["JsonValue"];
                        error: {
                            code: number;
                            message: string;
                            data?: components["schemas"]["JsonValue"];
                        };
                    } | {
                        detail: string;
                        code: string;
                    };
                };
            };
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_perfect_srt: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this job: the same key with the same body within 24 hours answers with the same job, with another body 409 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description SubRip or WebVTT, well-formed or not
                     * @example 1
                     *     00:00:01,000 --> 00:00:02,500
                     *     Hello, everyone.
                     */
                    srt?: string;
                    /** @description A transcription job that has succeeded, in place of `srt` */
                    job_id?: string;
                    /** @description By default 42 */
                    max_line_characters?: number;
                    /** @description By default 2 */
                    max_lines?: number;
                    /** @description By default 20 */
                    max_characters_per_second?: number;
                    /** @description By default 1 */
                    min_cue_seconds?: number;
                    /** @description By default 83 */
                    min_gap_ms?: number;
                    /** @description Its caption rules count where none is given */
                    brand?: string;
                    /** @description The correct text: the cues get its words, each once and in order */
                    script?: string;
                    /** @description Answer with a job at once */
                    async?: boolean;
                };
            };
        };
        responses: {
            /** @description The corrected subtitles */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "succeeded",
                     *       "srt": "text",
                     *       "changes": [
                     *         {
                     *           "code": "split",
                     *           "cue": 0,
                     *           "source": 0,
                     *           "detail": "text"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PerfectSrt"];
                };
            };
            /** @description The job */
            202: {
                headers: {
                    /** @description The path of the job */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "result": {
                     *         "status": "succeeded",
                     *         "srt": "text",
                     *         "changes": [
                     *           {
                     *             "code": "split",
                     *             "cue": 0,
                     *             "source": 0,
                     *             "detail": "text"
                     *           }
                     *         ]
                     *       },
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PerfectSrtJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_translate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own name for this job: the same key with the same body within 24 hours answers with the same job, with another body 409 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Good morning, everyone. */
                    text?: string;
                    /**
                     * @description SubRip or WebVTT, well-formed or not
                     * @example 1
                     *     00:00:01,000 --> 00:00:02,500
                     *     Hello, everyone.
                     */
                    srt?: string;
                    /** @description A transcription job that has succeeded, in place of `srt` */
                    job_id?: string;
                    /**
                     * @description A tag such as `de` or `pt-BR`, or a name such as `German`
                     * @example de
                     */
                    target: string;
                    /** @description The same; else the engine finds out */
                    source?: string;
                    /** @description Its glossary and its tone are followed */
                    brand?: string;
                    /**
                     * @description `auto`, an engine’s id, or `engine/model`
                     * @example auto
                     */
                    engine?: string;
                    /** @description What it is from: the model is told, and your history is named by it */
                    title?: string;
                    /** @description Answer with a job at once */
                    async?: boolean;
                };
            };
        };
        responses: {
            /** @description The translation; or that no engine was able to answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "succeeded",
                     *       "target": "de"
                     *     }
                     */
                    "application/json": components["schemas"]["Translation"] | components["schemas"]["NoEngine"];
                };
            };
            /** @description The job */
            202: {
                headers: {
                    /** @description The path of the job */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "gen_Yw2Lx85b0Q7s",
                     *       "kind": "generate",
                     *       "status": "queued",
                     *       "position": 1,
                     *       "expected_wait_seconds": 0,
                     *       "progress": {
                     *         "done": 0,
                     *         "total": 0,
                     *         "unit": "text",
                     *         "note": "text",
                     *         "seconds_left": 0
                     *       },
                     *       "created_at": "2026-11-22T08:30:00.000Z",
                     *       "started_at": "2026-11-22T08:30:00.000Z",
                     *       "finished_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "result": {
                     *         "status": "succeeded",
                     *         "target": "de"
                     *       },
                     *       "error": {
                     *         "code": "text",
                     *         "detail": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["TranslationJob"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            410: components["responses"]["Gone"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_buffer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required */
                "Tus-Resumable"?: "1.0.0";
                /** @description `sha1 | sha256 | sha512 <base64>`; a piece that does not match is dropped with 460 */
                "Upload-Checksum"?: string;
                /** @description Bytes of the whole upload; required, or one of the next two */
                "Upload-Length"?: number;
                /** @description A PATCH declares Upload-Length later */
                "Upload-Defer-Length"?: "1";
                /** @description `final;` and the addresses of finished uploads, with spaces between: they become this one, and are deleted. `partial` for those */
                "Upload-Concat"?: string;
                /** @description Pairs of a name and a value in base64, as `filename cmVwb3J0LnBkZg==` */
                "Upload-Metadata"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Started */
            201: {
                headers: {
                    /** @description The upload */
                    Location?: string;
                    /** @description Bytes that have come */
                    "Upload-Offset"?: string;
                    /** @description When an unfinished upload is deleted, unless it goes on */
                    "Upload-Expires"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text"
                     *     }
                     */
                    "application/json": {
                        /** @description For `{"buffer": id}` */
                        id: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            460: components["responses"]["ChecksumMismatch"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    options_buffer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Versions, extensions, checksums and size in headers */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_buffer_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required */
                "Tus-Resumable"?: "1.0.0";
                /** @description `sha1 | sha256 | sha512 <base64>`; a piece that does not match is dropped with 460 */
                "Upload-Checksum"?: string;
                "X-HTTP-Method-Override"?: "PATCH" | "DELETE";
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/offset+octet-stream": string;
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    /** @description Bytes that have come */
                    "Upload-Offset"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            460: components["responses"]["ChecksumMismatch"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_buffer_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required */
                "Tus-Resumable"?: "1.0.0";
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    head_buffer_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required */
                "Tus-Resumable"?: "1.0.0";
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where to go on */
            200: {
                headers: {
                    /** @description Bytes that have come */
                    "Upload-Offset"?: string;
                    /** @description Of all bytes, where it is known */
                    "Upload-Length"?: string;
                    /** @description 1 where it is not */
                    "Upload-Defer-Length"?: string;
                    /** @description As it was sent */
                    "Upload-Concat"?: string;
                    /** @description When an unfinished upload is deleted, unless it goes on */
                    "Upload-Expires"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    patch_buffer_id: {
        parameters: {
            query?: never;
            header?: {
                /** @description Required */
                "Tus-Resumable"?: "1.0.0";
                /** @description `sha1 | sha256 | sha512 <base64>`; a piece that does not match is dropped with 460 */
                "Upload-Checksum"?: string;
                /** @description Required: where these bytes belong */
                "Upload-Offset"?: number;
                /** @description Of an upload that was begun without it */
                "Upload-Length"?: number;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/offset+octet-stream": string;
            };
        };
        responses: {
            /** @description Kept */
            204: {
                headers: {
                    /** @description Bytes that have come */
                    "Upload-Offset"?: string;
                    /** @description When an unfinished upload is deleted, unless it goes on */
                    "Upload-Expires"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            460: components["responses"]["ChecksumMismatch"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_brands: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of brands */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "acme",
                     *           "name": "text",
                     *           "language": "en",
                     *           "tone": "text",
                     *           "glossary": [
                     *             {
                     *               "term": "text",
                     *               "use": "text"
                     *             }
                     *           ],
                     *           "caption_rules": {},
                     *           "voice": "text"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Brand"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_api_brands_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The brand */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme",
                     *       "name": "text",
                     *       "language": "en",
                     *       "tone": "text",
                     *       "glossary": [
                     *         {
                     *           "term": "text",
                     *           "use": "text"
                     *         }
                     *       ],
                     *       "caption_rules": {},
                     *       "voice": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Brand"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    put_api_brands_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /**
                     * @description As in BCP 47: de, pt-BR
                     * @example en
                     */
                    language?: string | null;
                    /** @description How to write, in words for a model */
                    tone?: string | null;
                    glossary?: {
                        term: string;
                        use: string;
                    }[];
                    /** @description What is left out is as without a brand */
                    caption_rules?: {
                        max_line_characters?: number;
                        max_lines?: number;
                        max_characters_per_second?: number;
                        min_cue_seconds?: number;
                        min_gap_ms?: number;
                    };
                    voice?: string | null;
                };
            };
        };
        responses: {
            /** @description The brand was replaced */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme",
                     *       "name": "text",
                     *       "language": "en",
                     *       "tone": "text",
                     *       "glossary": [
                     *         {
                     *           "term": "text",
                     *           "use": "text"
                     *         }
                     *       ],
                     *       "caption_rules": {},
                     *       "voice": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Brand"];
                };
            };
            /** @description The brand is new */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme",
                     *       "name": "text",
                     *       "language": "en",
                     *       "tone": "text",
                     *       "glossary": [
                     *         {
                     *           "term": "text",
                     *           "use": "text"
                     *         }
                     *       ],
                     *       "caption_rules": {},
                     *       "voice": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Brand"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_api_brands_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The brand was deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_admin_brands: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the page before; none for the first page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of brands */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "acme",
                     *           "name": "text",
                     *           "language": "en",
                     *           "tone": "text",
                     *           "glossary": [
                     *             {
                     *               "term": "text",
                     *               "use": "text"
                     *             }
                     *           ],
                     *           "caption_rules": {},
                     *           "voice": "text"
                     *         }
                     *       ],
                     *       "next_cursor": "text"
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Brand"][];
                        /** @description Asks for the next page as `cursor`; null on the last page */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_admin_brands_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The brand */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme",
                     *       "name": "text",
                     *       "language": "en",
                     *       "tone": "text",
                     *       "glossary": [
                     *         {
                     *           "term": "text",
                     *           "use": "text"
                     *         }
                     *       ],
                     *       "caption_rules": {},
                     *       "voice": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Brand"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    put_admin_brands_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /**
                     * @description As in BCP 47: de, pt-BR
                     * @example en
                     */
                    language?: string | null;
                    /** @description How to write, in words for a model */
                    tone?: string | null;
                    glossary?: {
                        term: string;
                        use: string;
                    }[];
                    /** @description What is left out is as without a brand */
                    caption_rules?: {
                        max_line_characters?: number;
                        max_lines?: number;
                        max_characters_per_second?: number;
                        min_cue_seconds?: number;
                        min_gap_ms?: number;
                    };
                    voice?: string | null;
                };
            };
        };
        responses: {
            /** @description The brand was replaced */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme",
                     *       "name": "text",
                     *       "language": "en",
                     *       "tone": "text",
                     *       "glossary": [
                     *         {
                     *           "term": "text",
                     *           "use": "text"
                     *         }
                     *       ],
                     *       "caption_rules": {},
                     *       "voice": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Brand"];
                };
            };
            /** @description The brand is new */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acme",
                     *       "name": "text",
                     *       "language": "en",
                     *       "tone": "text",
                     *       "glossary": [
                     *         {
                     *           "term": "text",
                     *           "use": "text"
                     *         }
                     *       ],
                     *       "caption_rules": {},
                     *       "voice": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Brand"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    delete_admin_brands_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The brand was deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_code_approve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    user_code: string;
                    /** @enum {string} */
                    decision?: "approve" | "deny";
                };
                "application/json": {
                    user_code: string;
                    /** @enum {string} */
                    decision?: "approve" | "deny";
                };
            };
        };
        responses: {
            /** @description The device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_code": "text",
                     *       "client_name": "text",
                     *       "address": "text",
                     *       "requested_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "status": "pending"
                     *     }
                     */
                    "application/json": components["schemas"]["WaitingDevice"];
                    "text/html": string;
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["PageUnauthorized"];
            403: components["responses"]["PageForbidden"];
            404: components["responses"]["PageNotFound"];
            408: components["responses"]["PageRequestTimeout"];
            413: components["responses"]["PageContentTooLarge"];
            415: components["responses"]["PageUnsupportedMediaType"];
            421: components["responses"]["PageMisdirectedRequest"];
            422: components["responses"]["PageUnprocessableContent"];
            429: components["responses"]["PageTooManyRequests"];
            500: components["responses"]["PageInternalServerError"];
            507: components["responses"]["PageInsufficientStorage"];
        };
    };
    post_api_code_devices_start: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    client_name?: string;
                    client_id?: string;
                    code_challenge?: string;
                    /** @constant */
                    code_challenge_method?: "S256";
                };
                "application/json": {
                    client_name?: string;
                    client_id?: string;
                    code_challenge?: string;
                    /** @constant */
                    code_challenge_method?: "S256";
                };
            };
        };
        responses: {
            /** @description The codes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "device_code": "text",
                     *       "user_code": "text",
                     *       "verification_uri": "text",
                     *       "expires_in": 0,
                     *       "interval": 0
                     *     }
                     */
                    "application/json": components["schemas"]["DeviceAuthorization"];
                };
            };
            400: components["responses"]["GrantBadRequest"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_api_code_devices_poll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    device_code: string;
                    code_verifier?: string;
                    grant_type?: string;
                };
                "application/json": {
                    device_code: string;
                    code_verifier?: string;
                    grant_type?: string;
                };
            };
        };
        responses: {
            /** @description The credentials */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "text",
                     *       "token_type": "Bearer",
                     *       "expires_in": 0
                     *     }
                     */
                    "application/json": components["schemas"]["CodeCredential"];
                };
            };
            400: components["responses"]["GrantBadRequest"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_code_whoami: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": "text",
                     *       "device": "text",
                     *       "device_id": "text",
                     *       "expires_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OwnDevice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_api_code_logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is revoked */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_code_v1_models: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list of OpenAI’s and Anthropic’s clients */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "id": "text",
                     *           "object": "model",
                     *           "created": 0,
                     *           "type": "model",
                     *           "display_name": "qwen3 (llama.cpp)",
                     *           "created_at": "2026-11-22T08:00:00.000Z",
                     *           "owned_by": "text",
                     *           "context_length": 0,
                     *           "capabilities": [
                     *             "completion"
                     *           ],
                     *           "available": true
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "first_id": "text",
                     *       "last_id": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["ModelList"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            500: components["responses"]["OpenAiInternalServerError"];
        };
    };
    get_api_code_v1_models_model: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                model: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "object": "model",
                     *       "created": 0,
                     *       "type": "model",
                     *       "display_name": "qwen3 (llama.cpp)",
                     *       "created_at": "2026-11-22T08:00:00.000Z",
                     *       "owned_by": "text",
                     *       "context_length": 0,
                     *       "capabilities": [
                     *         "completion"
                     *       ],
                     *       "available": true
                     *     }
                     */
                    "application/json": components["schemas"]["Model"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            500: components["responses"]["OpenAiInternalServerError"];
        };
    };
    post_api_code_v1_chat_completions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeChatRequest"];
            };
        };
        responses: {
            /** @description The answer. With `stream: true` events, each with a chunk; the last event is `[DONE]`. A failure after the headers is an event with `error`. Comments (`: keepalive`) come while it waits */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "chatcmpl-5b0Q7sYw2Lx8",
                     *       "object": "chat.completion",
                     *       "created": 1795336200,
                     *       "model": "demo/echo",
                     *       "choices": [
                     *         {
                     *           "index": 0,
                     *           "message": {
                     *             "role": "assistant",
                     *             "content": "Because air scatters blue light more than red.",
                     *             "refusal": "text"
                     *           },
                     *           "finish_reason": "stop",
                     *           "logprobs": "text"
                     *         }
                     *       ],
                     *       "usage": {
                     *         "prompt_tokens": 0,
                     *         "completion_tokens": 0,
                     *         "total_tokens": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ChatCompletion"];
                    "text/event-stream": components["schemas"]["ChatCompletionChunk"] | components["schemas"]["ChatStreamError"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            408: components["responses"]["OpenAiRequestTimeout"];
            413: components["responses"]["OpenAiContentTooLarge"];
            415: components["responses"]["OpenAiUnsupportedMediaType"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            429: components["responses"]["OpenAiTooManyRequests"];
            500: components["responses"]["OpenAiInternalServerError"];
            502: components["responses"]["OpenAiBadGateway"];
            503: components["responses"]["OpenAiServiceUnavailable"];
            507: components["responses"]["OpenAiInsufficientStorage"];
        };
    };
    post_api_code_v1_messages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessagesRequest"];
            };
        };
        responses: {
            /** @description The answer. With `stream: true` events, each with its type in an `event:` line; the last one is `message_stop`. A failure after the headers is an event `error`. Comments and `ping` come while it waits */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "msg_5b0Q7sYw2Lx8",
                     *       "type": "message",
                     *       "role": "assistant",
                     *       "model": "demo/echo",
                     *       "content": [
                     *         {
                     *           "type": "text",
                     *           "text": "text"
                     *         }
                     *       ],
                     *       "stop_reason": "end_turn",
                     *       "stop_sequence": null,
                     *       "usage": {
                     *         "input_tokens": 0,
                     *         "output_tokens": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MessagesAnswer"];
                    "text/event-stream": {
                        /** @constant */
                        type: "message_start";
                        message: components["schemas"]["MessagesAnswer"];
                    } | {
                        /** @constant */
                        type: "ping";
                    } | {
                        /** @constant */
                        type: "content_block_start";
                        /** @description Of the block */
                        index: number;
                        content_block: {
                            /** @constant */
                            type: "text";
                            text: string;
                        } | {
                            /** @constant */
                            type: "thinking";
                            thinking: string;
                            /** @description Not checked when it comes back */
                            signature: string;
                        } | {
                            /** @constant */
                            type: "tool_use";
                            id: string;
                            name: string;
                            input: {
                                [key: string]: components["schemas"]["JsonValue"];
                            };
                        };
                    } | {
                        /** @constant */
                        type: "content_block_delta";
                        /** @description Of the block */
                        index: number;
                        delta: {
                            /** @constant */
                            type: "text_delta";
                            text: string;
                        } | {
                            /** @constant */
                            type: "thinking_delta";
                            thinking: string;
                        } | {
                            /** @constant */
                            type: "signature_delta";
                            signature: string;
                        } | {
                            /** @constant */
                            type: "input_json_delta";
                            partial_json: string;
                        };
                    } | {
                        /** @constant */
                        type: "content_block_stop";
                        /** @description Of the block */
                        index: number;
                    } | {
                        /** @constant */
                        type: "message_delta";
                        delta: {
                            /**
                             * @description `end_turn`, `max_tokens`, `tool_use`, `stop_sequence` or `refusal`
                             * @example end_turn
                             */
                            stop_reason: string | null;
                            stop_sequence: null;
                        };
                        usage: components["schemas"]["MessagesUsage"];
                        hearth?: components["schemas"]["ChatOwnFields"];
                    } | {
                        /** @constant */
                        type: "message_stop";
                    } | {
                        /** @constant */
                        type: "error";
                        error: components["schemas"]["AnthropicErrorObject"];
                        detail: string;
                        code: string;
                    };
                };
            };
            400: components["responses"]["AnthropicBadRequest"];
            401: components["responses"]["AnthropicUnauthorized"];
            403: components["responses"]["AnthropicForbidden"];
            404: components["responses"]["AnthropicNotFound"];
            408: components["responses"]["AnthropicRequestTimeout"];
            413: components["responses"]["AnthropicContentTooLarge"];
            415: components["responses"]["AnthropicUnsupportedMediaType"];
            421: components["responses"]["AnthropicMisdirectedRequest"];
            422: components["responses"]["AnthropicUnprocessableContent"];
            429: components["responses"]["AnthropicTooManyRequests"];
            500: components["responses"]["AnthropicInternalServerError"];
            502: components["responses"]["AnthropicBadGateway"];
            503: components["responses"]["AnthropicServiceUnavailable"];
            507: components["responses"]["AnthropicInsufficientStorage"];
        };
    };
    post_api_code_v1_messages_count_tokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessagesRequest"];
            };
        };
        responses: {
            /** @description The estimate */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "input_tokens": 14
                     *     }
                     */
                    "application/json": components["schemas"]["MessagesTokenCount"];
                };
            };
            400: components["responses"]["AnthropicBadRequest"];
            401: components["responses"]["AnthropicUnauthorized"];
            403: components["responses"]["AnthropicForbidden"];
            408: components["responses"]["AnthropicRequestTimeout"];
            413: components["responses"]["AnthropicContentTooLarge"];
            415: components["responses"]["AnthropicUnsupportedMediaType"];
            421: components["responses"]["AnthropicMisdirectedRequest"];
            422: components["responses"]["AnthropicUnprocessableContent"];
            429: components["responses"]["AnthropicTooManyRequests"];
            500: components["responses"]["AnthropicInternalServerError"];
            507: components["responses"]["AnthropicInsufficientStorage"];
        };
    };
    post_api_code_v1_responses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResponsesRequest"];
            };
        };
        responses: {
            /** @description The answer. With `stream: true` events in OpenAI’s order, and `[DONE]` behind the last. While it waits, `response.in_progress` comes again. A failure after the headers is `response.failed` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "resp_5b0Q7sYw2Lx8",
                     *       "object": "response",
                     *       "created_at": 1795336200,
                     *       "completed_at": 0,
                     *       "status": "queued",
                     *       "background": true,
                     *       "error": {
                     *         "code": "text",
                     *         "message": "text"
                     *       },
                     *       "incomplete_details": {
                     *         "reason": "max_output_tokens"
                     *       },
                     *       "instructions": "text",
                     *       "max_output_tokens": 0,
                     *       "metadata": {},
                     *       "model": "demo/echo",
                     *       "output": [
                     *         {
                     *           "type": "message",
                     *           "id": "msg_5b0Q7sYw2Lx8_0"
                     *         }
                     *       ],
                     *       "parallel_tool_calls": true,
                     *       "previous_response_id": "text",
                     *       "reasoning": {
                     *         "effort": "text",
                     *         "summary": "text"
                     *       },
                     *       "store": true,
                     *       "temperature": 0,
                     *       "text": {
                     *         "format": {}
                     *       },
                     *       "tool_choice": "text",
                     *       "tools": [
                     *         {}
                     *       ],
                     *       "top_logprobs": 0,
                     *       "top_p": 0,
                     *       "presence_penalty": 0,
                     *       "frequency_penalty": 0,
                     *       "truncation": "disabled",
                     *       "max_tool_calls": 0,
                     *       "service_tier": "default",
                     *       "safety_identifier": "text",
                     *       "prompt_cache_key": "text",
                     *       "user": "text",
                     *       "usage": {
                     *         "input_tokens": 0,
                     *         "input_tokens_details": {
                     *           "cached_tokens": 0,
                     *           "cache_write_tokens": 0
                     *         },
                     *         "output_tokens": 0,
                     *         "output_tokens_details": {
                     *           "reasoning_tokens": 0
                     *         },
                     *         "total_tokens": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ModelResponse"];
                    "text/event-stream": components["schemas"]["ResponseEvent"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            408: components["responses"]["OpenAiRequestTimeout"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            429: components["responses"]["OpenAiTooManyRequests"];
            500: components["responses"]["OpenAiInternalServerError"];
            502: components["responses"]["OpenAiBadGateway"];
            503: components["responses"]["OpenAiServiceUnavailable"];
            507: components["responses"]["OpenAiInsufficientStorage"];
        };
    };
    post_api_code_v1_responses_input_tokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResponsesTokenCountRequest"];
            };
        };
        responses: {
            /** @description The estimate */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "response.input_tokens",
                     *       "input_tokens": 14
                     *     }
                     */
                    "application/json": components["schemas"]["ResponseInputTokens"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            408: components["responses"]["OpenAiRequestTimeout"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            429: components["responses"]["OpenAiTooManyRequests"];
            500: components["responses"]["OpenAiInternalServerError"];
            507: components["responses"]["OpenAiInsufficientStorage"];
        };
    };
    post_api_code_v1_responses_compact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            500: components["responses"]["OpenAiInternalServerError"];
            507: components["responses"]["OpenAiInsufficientStorage"];
            default: components["responses"]["OpenAiInternalServerError"];
        };
    };
    get_api_code_v1_responses_id: {
        parameters: {
            query?: {
                /** @description Only false: a stored answer is read whole */
                stream?: boolean;
                /** @description Ignored */
                include?: components["schemas"]["JsonValue"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "resp_5b0Q7sYw2Lx8",
                     *       "object": "response",
                     *       "created_at": 1795336200,
                     *       "completed_at": 0,
                     *       "status": "queued",
                     *       "background": true,
                     *       "error": {
                     *         "code": "text",
                     *         "message": "text"
                     *       },
                     *       "incomplete_details": {
                     *         "reason": "max_output_tokens"
                     *       },
                     *       "instructions": "text",
                     *       "max_output_tokens": 0,
                     *       "metadata": {},
                     *       "model": "demo/echo",
                     *       "output": [
                     *         {
                     *           "type": "message",
                     *           "id": "msg_5b0Q7sYw2Lx8_0"
                     *         }
                     *       ],
                     *       "parallel_tool_calls": true,
                     *       "previous_response_id": "text",
                     *       "reasoning": {
                     *         "effort": "text",
                     *         "summary": "text"
                     *       },
                     *       "store": true,
                     *       "temperature": 0,
                     *       "text": {
                     *         "format": {}
                     *       },
                     *       "tool_choice": "text",
                     *       "tools": [
                     *         {}
                     *       ],
                     *       "top_logprobs": 0,
                     *       "top_p": 0,
                     *       "presence_penalty": 0,
                     *       "frequency_penalty": 0,
                     *       "truncation": "disabled",
                     *       "max_tool_calls": 0,
                     *       "service_tier": "default",
                     *       "safety_identifier": "text",
                     *       "prompt_cache_key": "text",
                     *       "user": "text",
                     *       "usage": {
                     *         "input_tokens": 0,
                     *         "input_tokens_details": {
                     *           "cached_tokens": 0,
                     *           "cache_write_tokens": 0
                     *         },
                     *         "output_tokens": 0,
                     *         "output_tokens_details": {
                     *           "reasoning_tokens": 0
                     *         },
                     *         "total_tokens": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ModelResponse"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            429: components["responses"]["OpenAiTooManyRequests"];
            500: components["responses"]["OpenAiInternalServerError"];
        };
    };
    delete_api_code_v1_responses_id: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "text",
                     *       "object": "response",
                     *       "deleted": true
                     *     }
                     */
                    "application/json": components["schemas"]["DeletedResponse"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            500: components["responses"]["OpenAiInternalServerError"];
            507: components["responses"]["OpenAiInsufficientStorage"];
        };
    };
    get_api_code_v1_responses_id_input_items: {
        parameters: {
            query?: {
                limit?: number;
                order?: "asc" | "desc";
                after?: string;
                /** @description Ignored */
                include?: components["schemas"]["JsonValue"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAI’s list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "type": "message",
                     *           "id": "msg_5b0Q7sYw2Lx8_0"
                     *         }
                     *       ],
                     *       "first_id": "text",
                     *       "last_id": "text",
                     *       "has_more": true
                     *     }
                     */
                    "application/json": components["schemas"]["ResponseInputItems"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            429: components["responses"]["OpenAiTooManyRequests"];
            500: components["responses"]["OpenAiInternalServerError"];
        };
    };
    post_api_code_v1_responses_id_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "resp_5b0Q7sYw2Lx8",
                     *       "object": "response",
                     *       "created_at": 1795336200,
                     *       "completed_at": 0,
                     *       "status": "queued",
                     *       "background": true,
                     *       "error": {
                     *         "code": "text",
                     *         "message": "text"
                     *       },
                     *       "incomplete_details": {
                     *         "reason": "max_output_tokens"
                     *       },
                     *       "instructions": "text",
                     *       "max_output_tokens": 0,
                     *       "metadata": {},
                     *       "model": "demo/echo",
                     *       "output": [
                     *         {
                     *           "type": "message",
                     *           "id": "msg_5b0Q7sYw2Lx8_0"
                     *         }
                     *       ],
                     *       "parallel_tool_calls": true,
                     *       "previous_response_id": "text",
                     *       "reasoning": {
                     *         "effort": "text",
                     *         "summary": "text"
                     *       },
                     *       "store": true,
                     *       "temperature": 0,
                     *       "text": {
                     *         "format": {}
                     *       },
                     *       "tool_choice": "text",
                     *       "tools": [
                     *         {}
                     *       ],
                     *       "top_logprobs": 0,
                     *       "top_p": 0,
                     *       "presence_penalty": 0,
                     *       "frequency_penalty": 0,
                     *       "truncation": "disabled",
                     *       "max_tool_calls": 0,
                     *       "service_tier": "default",
                     *       "safety_identifier": "text",
                     *       "prompt_cache_key": "text",
                     *       "user": "text",
                     *       "usage": {
                     *         "input_tokens": 0,
                     *         "input_tokens_details": {
                     *           "cached_tokens": 0,
                     *           "cache_write_tokens": 0
                     *         },
                     *         "output_tokens": 0,
                     *         "output_tokens_details": {
                     *           "reasoning_tokens": 0
                     *         },
                     *         "total_tokens": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ModelResponse"];
                };
            };
            400: components["responses"]["OpenAiBadRequest"];
            401: components["responses"]["OpenAiUnauthorized"];
            403: components["responses"]["OpenAiForbidden"];
            404: components["responses"]["OpenAiNotFound"];
            421: components["responses"]["OpenAiMisdirectedRequest"];
            422: components["responses"]["OpenAiUnprocessableContent"];
            429: components["responses"]["OpenAiTooManyRequests"];
            500: components["responses"]["OpenAiInternalServerError"];
            507: components["responses"]["OpenAiInsufficientStorage"];
        };
    };
    get_client: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The program; X-Hearth-Version has its version */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript": string;
                    "text/html": string;
                };
            };
            /** @description The program of If-None-Match is current */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_canvas_approve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    user_code: string;
                    /** @enum {string} */
                    decision?: "approve" | "deny";
                };
                "application/json": {
                    user_code: string;
                    /** @enum {string} */
                    decision?: "approve" | "deny";
                };
            };
        };
        responses: {
            /** @description The device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_code": "text",
                     *       "client_name": "text",
                     *       "address": "text",
                     *       "requested_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "status": "pending"
                     *     }
                     */
                    "application/json": components["schemas"]["WaitingDevice"];
                    "text/html": string;
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["PageUnauthorized"];
            403: components["responses"]["PageForbidden"];
            404: components["responses"]["PageNotFound"];
            408: components["responses"]["PageRequestTimeout"];
            413: components["responses"]["PageContentTooLarge"];
            415: components["responses"]["PageUnsupportedMediaType"];
            421: components["responses"]["PageMisdirectedRequest"];
            422: components["responses"]["PageUnprocessableContent"];
            429: components["responses"]["PageTooManyRequests"];
            500: components["responses"]["PageInternalServerError"];
            507: components["responses"]["PageInsufficientStorage"];
        };
    };
    post_api_canvas_device_verify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    user_code: string;
                    /** @enum {string} */
                    decision?: "approve" | "deny";
                };
                "application/json": {
                    user_code: string;
                    /** @enum {string} */
                    decision?: "approve" | "deny";
                };
            };
        };
        responses: {
            /** @description The device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_code": "text",
                     *       "client_name": "text",
                     *       "address": "text",
                     *       "requested_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "status": "pending"
                     *     }
                     */
                    "application/json": components["schemas"]["WaitingDevice"];
                    "text/html": string;
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["PageUnauthorized"];
            403: components["responses"]["PageForbidden"];
            404: components["responses"]["PageNotFound"];
            408: components["responses"]["PageRequestTimeout"];
            413: components["responses"]["PageContentTooLarge"];
            415: components["responses"]["PageUnsupportedMediaType"];
            421: components["responses"]["PageMisdirectedRequest"];
            422: components["responses"]["PageUnprocessableContent"];
            429: components["responses"]["PageTooManyRequests"];
            500: components["responses"]["PageInternalServerError"];
            507: components["responses"]["PageInsufficientStorage"];
        };
    };
    post_api_canvas_device_start: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    client_name?: string;
                    client_id?: string;
                    code_challenge?: string;
                    /** @constant */
                    code_challenge_method?: "S256";
                };
                "application/json": {
                    client_name?: string;
                    client_id?: string;
                    code_challenge?: string;
                    /** @constant */
                    code_challenge_method?: "S256";
                };
            };
        };
        responses: {
            /** @description The codes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "device_code": "text",
                     *       "user_code": "text",
                     *       "verification_uri": "text",
                     *       "expires_in": 0,
                     *       "interval": 0
                     *     }
                     */
                    "application/json": components["schemas"]["DeviceAuthorization"];
                };
            };
            400: components["responses"]["GrantBadRequest"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_api_canvas_device_poll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    device_code: string;
                    code_verifier?: string;
                    grant_type?: string;
                };
                "application/json": {
                    device_code: string;
                    code_verifier?: string;
                    grant_type?: string;
                };
            };
        };
        responses: {
            /** @description The credentials */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "refresh_token": "text",
                     *       "access_token": "text",
                     *       "token_type": "Bearer",
                     *       "expires_in": 0
                     *     }
                     */
                    "application/json": components["schemas"]["CanvasTokens"];
                };
            };
            400: components["responses"]["GrantBadRequest"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_api_canvas_token_refresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @description Spent by this request; the answer has the next one */
                    refresh_token: string;
                    grant_type?: string;
                };
                "application/json": {
                    /** @description Spent by this request; the answer has the next one */
                    refresh_token: string;
                    grant_type?: string;
                };
            };
        };
        responses: {
            /** @description The new pair */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "refresh_token": "text",
                     *       "access_token": "text",
                     *       "token_type": "Bearer",
                     *       "expires_in": 0
                     *     }
                     */
                    "application/json": components["schemas"]["CanvasTokens"];
                };
            };
            400: components["responses"]["GrantBadRequest"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    get_api_canvas_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": "text",
                     *       "device": "text",
                     *       "device_id": "text",
                     *       "expires_at": "2026-11-22T08:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["OwnDevice"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_api_canvas_images: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    prompt: string;
                };
            };
        };
        responses: {
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["InternalServerError"];
        };
    };
    get_api_ai_image_file_name: {
        parameters: {
            query?: never;
            header?: {
                /** @description One range: bytes=0-99, bytes=100-, bytes=-100 */
                range?: string;
                "if-range"?: string;
                "if-none-match"?: string;
                "if-modified-since"?: string;
            };
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. What could run in a browser is downloaded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The range of it */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description Unchanged */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    post_api_ai_image: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["InternalServerError"];
        };
    };
    post_login_key: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "text"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    key: string;
                    return_to?: string;
                };
                /**
                 * @example {
                 *       "key": "text"
                 *     }
                 */
                "application/json": {
                    key: string;
                    return_to?: string;
                };
            };
        };
        responses: {
            /** @description Signed in; the session is in a cookie */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same, redirecting a browser */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["PageUnauthorized"];
            403: components["responses"]["PageForbidden"];
            408: components["responses"]["PageRequestTimeout"];
            413: components["responses"]["PageContentTooLarge"];
            415: components["responses"]["PageUnsupportedMediaType"];
            421: components["responses"]["PageMisdirectedRequest"];
            422: components["responses"]["PageUnprocessableContent"];
            429: components["responses"]["PageTooManyRequests"];
            500: components["responses"]["PageInternalServerError"];
            507: components["responses"]["PageInsufficientStorage"];
        };
    };
    get_login: {
        parameters: {
            query?: {
                provider?: string;
                return_to?: string;
                signed_out?: string;
                moved?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The providers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "providers": [
                     *         {
                     *           "id": "text",
                     *           "label": "text"
                     *         }
                     *       ],
                     *       "primary_key": true
                     *     }
                     */
                    "application/json": {
                        providers: {
                            id: string;
                            label: string;
                        }[];
                        /** @description Whether the Primary Key is accepted from here */
                        primary_key: boolean;
                    };
                    "text/html": string;
                };
            };
            /** @description Redirects to the provider */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PageBadRequest"];
            403: components["responses"]["PageForbidden"];
            404: components["responses"]["PageNotFound"];
            421: components["responses"]["PageMisdirectedRequest"];
            422: components["responses"]["PageUnprocessableContent"];
            429: components["responses"]["PageTooManyRequests"];
            500: components["responses"]["PageInternalServerError"];
            502: components["responses"]["PageBadGateway"];
        };
    };
    get_login_callback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed in; redirects to where the user wanted to go */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PageBadRequest"];
            403: components["responses"]["PageForbidden"];
            421: components["responses"]["PageMisdirectedRequest"];
            429: components["responses"]["PageTooManyRequests"];
            500: components["responses"]["PageInternalServerError"];
            502: components["responses"]["PageBadGateway"];
            default: components["responses"]["PageInternalServerError"];
        };
    };
    post_logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same, redirecting a browser */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["PageUnauthorized"];
            403: components["responses"]["PageForbidden"];
            421: components["responses"]["PageMisdirectedRequest"];
            500: components["responses"]["PageInternalServerError"];
            507: components["responses"]["PageInsufficientStorage"];
        };
    };
    post_join_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "binding": "text"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    name?: string;
                    binding: string;
                };
                /**
                 * @example {
                 *       "binding": "text"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    binding: string;
                };
            };
        };
        responses: {
            /** @description Signed in; the session is in a cookie */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The same, redirecting a browser */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PageBadRequest"];
            403: components["responses"]["PageForbidden"];
            404: components["responses"]["PageNotFound"];
            408: components["responses"]["PageRequestTimeout"];
            409: components["responses"]["PageConflict"];
            413: components["responses"]["PageContentTooLarge"];
            415: components["responses"]["PageUnsupportedMediaType"];
            421: components["responses"]["PageMisdirectedRequest"];
            422: components["responses"]["PageUnprocessableContent"];
            429: components["responses"]["PageTooManyRequests"];
            500: components["responses"]["PageInternalServerError"];
            507: components["responses"]["PageInsufficientStorage"];
        };
    };
    post_login_code: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirects to the page with the code, or signed in */
            303: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PageBadRequest"];
            403: components["responses"]["PageForbidden"];
            421: components["responses"]["PageMisdirectedRequest"];
            429: components["responses"]["PageTooManyRequests"];
            500: components["responses"]["PageInternalServerError"];
            507: components["responses"]["PageInsufficientStorage"];
            default: components["responses"]["PageInternalServerError"];
        };
    };
    post_login_passkey_options: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "challenge": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            421: components["responses"]["MisdirectedRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_login_passkey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "credential": {
                 *         "id": "text",
                 *         "rawId": "text",
                 *         "type": "public-key",
                 *         "clientExtensionResults": {},
                 *         "response": {
                 *           "clientDataJSON": "text",
                 *           "authenticatorData": "text",
                 *           "signature": "text"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    credential: components["schemas"]["AuthenticationResponse"];
                    return_to?: string;
                };
            };
        };
        responses: {
            /** @description Signed in; the session is in a cookie */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "return_to": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            421: components["responses"]["MisdirectedRequest"];
            422: components["responses"]["UnprocessableContent"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            507: components["responses"]["InsufficientStorage"];
        };
    };
    post_login_approve: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    user_code: string;
                    /** @enum {string} */
                    decision?: "approve" | "deny";
                };
                "application/json": {
                    user_code: string;
                    /** @enum {string} */
                    decision?: "approve" | "deny";
                };
            };
        };
        responses: {
            /** @description The device */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "user_code": "text",
                     *       "client_name": "text",
                     *       "address": "text",
                     *       "requested_at": "2026-11-22T08:30:00.000Z",
                     *       "expires_at": "2026-11-22T08:30:00.000Z",
                     *       "status": "pending"
                     *     }
                     */
                    "application/json": components["schemas"]["WaitingDevice"];
                    "text/html": string;
                };
            };
            400: components["responses"]["PageBadRequest"];
            401: components["responses"]["PageUnauthorized"];
            403: components["responses"]["PageForbidden"];
            404: components["responses"]["PageNotFound"];
            408: components["responses"]["PageRequestTimeout"];
            413: components["responses"]["PageContentTooLarge"];
            415: components["responses"]["PageUnsupportedMediaType"];
            421: components["responses"]["PageMisdirectedRequest"];
            422: components["responses"]["PageUnprocessableContent"];
            429: components["responses"]["PageTooManyRequests"];
            500: components["responses"]["PageInternalServerError"];
            507: components["responses"]["PageInsufficientStorage"];
        };
    };
    get_auth_check: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credential is valid */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "actor": "text",
                     *       "kind": "primary",
                     *       "role": "admin",
                     *       "capabilities": {
                     *         "generate": true,
                     *         "agent_engines": [
                     *           "*"
                     *         ],
                     *         "agent_tasks": [
                     *           "summarize"
                     *         ],
                     *         "media": true,
                     *         "embeddings": true,
                     *         "worker_profiles": [
                     *           "read_docs"
                     *         ],
                     *         "image_models": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AuthCheck"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
    get_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["BadRequest"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    get_metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            421: components["responses"]["MisdirectedRequest"];
            500: components["responses"]["InternalServerError"];
        };
    };
}
