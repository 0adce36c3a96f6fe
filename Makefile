# The commands of the README. Each one sets up what it needs and does nothing twice: packages are
# asked of dpkg first (scripts/setup.sh), the rest is Meson's and Ninja's to know.
#
#   make help    lists what there is.

# COMMAND=PACKAGE: only where that command is missing.
BUILD_PACKAGES = gcc libc6-dev meson ninja-build pkg-config \
    libsqlite3-dev libconfig-dev libjansson-dev libedit-dev libmicrohttpd-dev zlib1g-dev \
    libzstd-dev libxxhash-dev libcmocka-dev python3-cffi python3-dev
PAGE_PACKAGES = node=nodejs npm=npm
TEST_PACKAGES = $(BUILD_PACKAGES) $(PAGE_PACKAGES) g++ clang libclang-rt-dev clang-format clang-tidy cppcheck zsh mandoc \
    chromium=chromium firefox-esr=firefox-esr libopenmpi-dev mpirun=openmpi-bin \
    python3-pytest python3-numpy mypy=mypy abidiff=abigail-tools fairy-stockfish

DEB_PACKAGES = $(BUILD_PACKAGES) libopenmpi-dev debhelper dh-python dpkg-dev fakeroot lintian
CHECK_PACKAGES = autopkgtest busybox-static debootstrap

GAME =
PLAY =
PREFIX =
DESTDIR =
STAGES =
PARTS =
SECONDS = 10
SETUP = yes

.PHONY: all play terminal test bench lint fuzz page install dist deb archive package-check clean help setup setup-test
.DEFAULT_GOAL := all

all: build/build.ninja
	@ninja -C build product
	@ln -sf src/front/coppice build/coppice

help:
	@echo 'make            builds build/coppice, optimised for this machine'
	@echo 'make play       games against the engine, in the browser; GAME=othello, PLAY="--port 9000"'
	@echo 'make terminal   the same in the terminal; GAME=othello, PLAY="--limit 3s"'
	@echo 'make test       all tests, sanitizers, checks and fuzzers; STAGES="release lint" for some'
	@echo 'make bench      speed, and the signature of the searches'
	@echo 'make lint       only the checks of the source: format, clang-tidy, cppcheck, house rules'
	@echo 'make fuzz       only the fuzzers; SECONDS=600 for longer'
	@echo 'make page       builds the page for the browser again, after a change in web/'
	@echo 'make install    the program, the library, its headers and the Python module; PREFIX=/usr/local, DESTDIR='
	@echo 'make dist       dist/coppice-VERSION.tar.gz: the source, which builds without network and npm'
	@echo 'make deb        dist/*.deb: Debian packages of the program, the library and the Python module'
	@echo 'make archive    dist/coppice-VERSION-MACHINE.tar.gz: the program with all it needs, for other systems'
	@echo 'make package-check  makes these three, and tries them in bare systems, as root; PARTS="install archive" for some'
	@echo 'make clean      removes everything that was built'
	@echo 'Each installs the Debian packages it lacks, as root or through sudo; not with SETUP=no.'

setup:
	@[ '$(SETUP)' = no ] || sh scripts/setup.sh $(BUILD_PACKAGES)

setup-test:
	@[ '$(SETUP)' = no ] || sh scripts/setup.sh $(TEST_PACKAGES)

build/build.ninja: | setup
	@meson setup build

play: all
	@build/coppice serve --open $(GAME) $(PLAY)

terminal: all
	@build/coppice play $(or $(GAME),connect4) $(or $(PLAY),--limit 1s)

bench: all
	@build/coppice bench

test: setup-test
	@python3 -B scripts/test_run.py $(STAGES)

lint: setup-test
	@python3 -B scripts/test_run.py lint

fuzz: setup-test
	@python3 -B scripts/test_run.py --fuzz-seconds $(SECONDS) fuzz

page:
	@[ '$(SETUP)' = no ] || sh scripts/setup.sh $(PAGE_PACKAGES)
	@python3 -B scripts/page.py --keep

install: build/build.ninja
	@[ -z '$(PREFIX)' ] || meson configure build -Dprefix='$(abspath $(PREFIX))'
	@ninja -C build product
	@DESTDIR='$(if $(DESTDIR),$(abspath $(DESTDIR)))' meson install -C build --no-rebuild
	@[ -n '$(DESTDIR)' ] || ldconfig 2>/dev/null || true

dist: build/build.ninja
	@sh scripts/package.sh dist

deb: build/build.ninja
	@[ '$(SETUP)' = no ] || sh scripts/setup.sh $(DEB_PACKAGES)
	@sh scripts/package.sh deb

archive: setup
	@sh scripts/package.sh archive

package-check: deb archive
	@[ '$(SETUP)' = no ] || sh scripts/setup.sh $(CHECK_PACKAGES)
	@sh scripts/package_check.sh $(PARTS)

clean:
	@rm -rf build-package build-archive dist build build-asan build-tsan build-fuzz .cache/page
