# shellcheck shell=bash
# Brings a machine from "nothing is there" to "the analyzer is built". Sourced by tools/run and tools/test.
#
# Nothing here writes to stdout: it belongs to the analyzer's report and to the closing line of the tests.
# A step with nothing to do says nothing. A step that fails names itself and the line to run by hand.

# What a caller sees when the analyzer could not be built: apart from the analyzer's own codes 0 to 4, and what
# env, timeout and `git bisect run` use for "the tool itself failed".
readonly CANNOT_PREPARE=125

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
logs=$root/build/logs
# shellcheck disable=SC2034 # used by the scripts that source this file
binary_target=tools/tracegate/tracegate

say() {
  printf 'tools/%s: %s\n' "${0##*/}" "$*" >&2
}

# Quotes words so that a person can paste them into a shell.
pasteable() {
  local words
  printf -v words '%q ' "$@"
  printf '%s' "${words% }"
}

# fail_step STEP COMMAND...
fail_step() {
  local step=$1
  shift
  say "step \"$step\" failed"
  say "by hand: $(pasteable "$@")"
  exit "$CANNOT_PREPARE"
}

# The end of a log, without colours and without the lines that only count progress.
show_log() {
  sed -E 's/\x1b\[[0-9;]*[mK]//g; /^(\[[0-9]+\/[0-9]+\] |ninja: Entering directory)/d' "$1" | tail -n 60 >&2
}

# logged LOG STEP COMMAND...: runs a step quietly and shows what it printed only when it fails.
logged() {
  local log=$logs/$1 step=$2 start=$SECONDS
  shift 2
  mkdir -p "$logs"
  if ! "$@" >"$log" 2>&1 </dev/null; then
    show_log "$log"
    fail_step "$step" "$@"
  fi
  say "$step: done, $((SECONDS - start)) s"
}

is_ubuntu() {
  grep -qx 'ID=ubuntu' /etc/os-release 2>/dev/null
}

# missing_packages GROUP...: the packages of these groups that are not installed.
missing_packages() {
  local column=2 wanted
  is_ubuntu && column=3
  mapfile -t wanted < <(awk -v column="$column" -v groups=" $* " \
    '/^[a-z]/ && index(groups, " " $1 " ") { print $column }' "$root/tools/packages.txt")
  # dpkg-query fails when it does not know one of them: what it prints is what counts.
  LC_ALL=C comm -23 <(printf '%s\n' "${wanted[@]}" | LC_ALL=C sort -u) \
    <({ dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null || true; } |
      sed -n 's/^installed //p' | LC_ALL=C sort -u)
}

# How much apt would fetch for these packages, e.g. "81 MB".
fetch_size() {
  { LC_ALL=C apt-get install --print-uris -qq -y --no-install-recommends "$@" 2>/dev/null || true; } |
    awk '{ bytes += $3 } END { printf "%.1f MB", bytes / 1e6 }'
}

# need_packages GROUP...: installs what is missing; apt is not asked at all when nothing is.
need_packages() {
  local missing admin=()
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    command -v meson >/dev/null && return
    say "this system has no apt: install by hand what tools/packages.txt lists"
    exit "$CANNOT_PREPARE"
  fi
  mapfile -t missing < <(missing_packages "$@")
  [[ ${#missing[@]} -eq 0 ]] && return

  is_ubuntu && say "Ubuntu is untested"
  local install=(apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=300 "${missing[@]}")
  if [[ $(id -u) -ne 0 ]]; then
    admin=(sudo)
    command -v sudo >/dev/null || {
      say "missing packages, and no sudo to install them: ${missing[*]}"
      say "as root, by hand: $(pasteable "${install[@]}")"
      exit "$CANNOT_PREPARE"
    }
  fi
  say "packages: reading the list of what is available"
  # Not fatal: an unrelated source that cannot be reached must not stop an install that works without it.
  mkdir -p "$logs"
  "${admin[@]}" apt-get update -q >"$logs/apt-update.log" 2>&1 </dev/null ||
    say "packages: apt-get update had errors (build/logs/apt-update.log), going on"
  say "packages: installing $(fetch_size "${missing[@]}") for ${missing[*]}"
  logged apt-install.log packages "${admin[@]}" env DEBIAN_FRONTEND=noninteractive "${install[@]}"
}

# A build folder remembers where its sources were: after a copy or in a container it must be made anew.
configured_for_this_checkout() {
  [[ -f $1/build.ninja ]] && grep -qF "\"source\": \"$root\"" "$1/meson-info/meson-info.json" 2>/dev/null
}

# configure FOLDER MESON-OPTION...: once; later on ninja configures again by itself when a meson.build changed.
configure() {
  local folder=$1
  shift
  configured_for_this_checkout "$folder" && return
  if [[ -e $folder/build.ninja ]]; then
    # Only what is ours is removed without asking.
    [[ $folder == "$root"/build/* ]] || fail_step "configure: $folder is of another checkout" rm -r "$folder"
    rm -rf "$folder"
  fi
  say "configure: ${folder#"$PWD"/}"
  logged configure.log configure meson setup "$folder" "$root" "$@"
}

# build FOLDER [TARGET...]: everything, or these targets.
build() {
  local folder=$1 plan work
  shift
  plan=$(ninja -C "$folder" -n "$@" 2>&1) || true
  [[ $plan == *"ninja: no work to do."* ]] && return
  work=$(sed -n 's|^\[[0-9]*/\([0-9]*\)\].*|\1 steps|p' <<<"$plan" | tail -n 1)
  # Until meson has run again, ninja knows of that one step only.
  [[ $plan == *"Regenerating build files"* ]] && work="configured again first"
  say "build: ${folder#"$PWD"/}, ${work:-all steps}, $(nproc) cores"
  if [[ -t 2 ]]; then
    # A person at a terminal gets ninja's own progress line.
    ninja -C "$folder" "$@" >&2 </dev/null || fail_step build ninja -C "$folder" "$@"
  else
    logged build.log build ninja -C "$folder" "$@"
  fi
}
