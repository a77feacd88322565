#include "completion/scripts.hpp"

namespace lode::tool {

const std::string_view bash_script = R"(# bash completion of lode. Written by 'lode completion bash'.
_lode() {
  local IFS=$'\n' line files= i word
  local -a words=()
  # bash splits words at = and :, as in --method=hybrid and hybrid:paper. They are one word here.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((${#words[@]})) && [[ $word == [=:]* || ${words[-1]} == *[=:] ]] && [[ ${COMP_LINE} == *"${words[-1]}$word"* ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
  done
  local current=${words[-1]}
  # What bash took for words before the last one is on the line already.
  local typed=
  if [[ $current == *[=:]* && $COMP_WORDBREAKS == *[=:]* ]]; then typed=${current%"${current##*[=:]}"}; fi
  COMPREPLY=()
  for line in $("${COMP_WORDS[0]/#\~/$HOME}" completion --words -- "${words[@]}" 2>/dev/null); do
    if [[ $line == :files ]]; then
      files=yes
    else
      line=${line%%$'\t'*}
      COMPREPLY+=("${line#"$typed"}")
    fi
  done
  if [[ $files ]]; then
    local -a found=($(compgen -f -- "${current#"$typed"}"))
    if ((${#found[@]})); then
      compopt -o filenames
      COMPREPLY+=("${found[@]}")
    fi
  fi
}
complete -F _lode lode
)";

const std::string_view zsh_script = R"(#compdef lode
# zsh completion of lode. Written by 'lode completion zsh'.
_lode() {
  local line word files=
  local -a offers described
  offers=("${(@f)$("${words[1]}" completion --words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in "${offers[@]}"; do
    if [[ $line == :files ]]; then
      files=yes
    elif [[ -n $line ]]; then
      word=${line%%$'\t'*}
      described+=("${word//:/\\:}:${line#*$'\t'}")
    fi
  done
  (( ${#described} )) && _describe -V lode described
  [[ -n $files ]] && _files
}
if [[ ${funcstack[1]} == _lode ]]; then
  _lode "$@"
else
  compdef _lode lode
fi
)";

const std::string_view fish_script = R"(# fish completion of lode. Written by 'lode completion fish'.
function __lode_words
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    for line in ($before[1] completion --words -- $before[2..-1] "$current" 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path "$current"
        else
            printf '%s\n' $line
        end
    end
end
complete -c lode -f -a '(__lode_words)'
)";

}  // namespace lode::tool
