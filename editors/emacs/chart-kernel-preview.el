;;; chart-kernel-preview.el --- Charts as pictures to touch  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A buffer that shows one chart of a connection, follows all changes of it,
;; and reports to the kernel what the mouse and the keyboard do there.
;;
;; The kernel counts in px of the chart; Emacs may show the picture larger (on
;; a dense screen) or smaller (in a narrow window).  Every place is converted
;; by the size that the picture is shown at.

;;; Code:

(require 'cl-lib)
(require 'chart-kernel-rpc)

(defcustom chart-kernel-scroll-step 40
  "How many px of a chart with axes one step of the mouse wheel is."
  :type 'number :group 'chart-kernel)

(defcustom chart-kernel-rotation-step 5
  "By how many degrees one step of the mouse wheel turns a pie."
  :type 'number :group 'chart-kernel)

(defcustom chart-kernel-frame-rate 30
  "How many pictures a second there are of what moves by itself."
  :type 'natnum :group 'chart-kernel)

;;; Pictures

(defun chart-kernel-svg-size (svg)
  "Width and height in px that the root of SVG names."
  (let ((number "\"\\([0-9.]+\\)"))
    (when (string-match (concat "<svg[^>]* width=" number "[^>]* height=" number) svg)
      (cons (string-to-number (match-string 1 svg)) (string-to-number (match-string 2 svg))))))

(defun chart-kernel-image (svg &optional max-width max-height)
  "SVG as an image, at most MAX-WIDTH px wide and MAX-HEIGHT px high.
Where none can be shown it is nil."
  (when (and (display-images-p) (image-type-available-p 'svg))
    (apply #'create-image svg 'svg t
           ;; Without CSS of one's own Emacs would put its default font into the picture.
           :css "svg{}"
           (append (and max-width (list :max-width max-width))
                   (and max-height (list :max-height max-height))))))

;;; State

(defvar-local chart-kernel-preview-connection nil "The connection that the chart belongs to.")
(defvar-local chart-kernel-preview-chart nil "The id of the chart; nil before there is one.")
(defvar-local chart-kernel-preview-fault nil "What is wrong with the chart's text, if something is.")
(defvar-local chart-kernel-preview--svg nil "The picture.")
(defvar-local chart-kernel-preview--words nil "The chart in words.")
(defvar-local chart-kernel-preview--size nil "Width and height of the picture in the kernel's px.")
(defvar-local chart-kernel-preview--image nil "The image that is shown.")
(defvar-local chart-kernel-preview--revision 0 "The revision that is shown.")
(defvar-local chart-kernel-preview--told 0 "The newest revision that the kernel told of.")
(defvar-local chart-kernel-preview--kind nil "The kind of the chart, once it was asked for.")
(defvar-local chart-kernel-preview--flying 0 "How many requests have not been answered.")
(defvar-local chart-kernel-preview--move nil "Place and time of a move that waits until the last one is answered.")
(defvar-local chart-kernel-preview--hovering nil "Whether the answer to a hover is on its way.")
(defvar-local chart-kernel-preview--timer nil "Lets time go on for what moves by itself.")

(defvar chart-kernel-preview-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map special-mode-map)
    (dolist (event '([down-mouse-1] [double-down-mouse-1] [triple-down-mouse-1]))
      (define-key map event #'chart-kernel-preview-press))
    (dolist (event '([mouse-1] [drag-mouse-1] [double-mouse-1] [triple-mouse-1]))
      (define-key map event #'ignore))
    (dolist (event '(mouse-4 mouse-5 wheel-up wheel-down mouse-6 mouse-7 wheel-left wheel-right))
      (dolist (prefix '("" "double-" "triple-"))
        (let ((name (concat prefix (symbol-name event))))
          (define-key map (vector (intern name)) #'chart-kernel-preview-wheel)
          (define-key map (vector (intern (concat "C-" name))) #'chart-kernel-preview-wheel-zoom))))
    (pcase-dolist (`(,key . ,name) '(([left] . "ArrowLeft") ([right] . "ArrowRight") ([up] . "ArrowUp")
                                     ([down] . "ArrowDown") ([home] . "Home") ([end] . "End")
                                     ("\r" . "Enter") ([return] . "Enter") ([escape] . "Escape")
                                     ("+" . "+") ("-" . "-")))
      (define-key map key (let ((name name))
                            (lambda () (interactive) (chart-kernel-preview-key name)))))
    (define-key map "u" #'chart-kernel-preview-undo)
    (define-key map [remap undo] #'chart-kernel-preview-undo)
    (define-key map "r" #'chart-kernel-preview-redo)
    (define-key map "0" #'chart-kernel-preview-reset)
    (define-key map "a" #'chart-kernel-preview-animate)
    (define-key map "l" #'chart-kernel-preview-toggle)
    (define-key map "e" #'chart-kernel-preview-export)
    (define-key map "g" #'chart-kernel-preview-refresh)
    map)
  "Keys of previews.")

(define-derived-mode chart-kernel-preview-mode special-mode "Chart-Preview"
  "Shows a chart.
Click, drag, turn the wheel, and use the keys that the kernel
knows: arrows, Home, End, Enter, Escape, + and -.

\\{chart-kernel-preview-mode-map}"
  (buffer-disable-undo)
  (setq-local cursor-type nil)
  (setq-local truncate-lines t)
  (setq-local header-line-format '(:eval (chart-kernel-preview--header)))
  (add-hook 'chart-kernel-notification-functions #'chart-kernel-preview--notified)
  (add-hook 'chart-kernel-closed-functions #'chart-kernel-preview--closed)
  (add-hook 'window-size-change-functions #'chart-kernel-preview--resized nil t)
  (add-hook 'kill-buffer-hook #'chart-kernel-preview--stop nil t))

(defun chart-kernel-preview-open (name connection chart)
  "Return a buffer NAME with CHART of CONNECTION."
  (with-current-buffer (get-buffer-create name)
    (unless (derived-mode-p 'chart-kernel-preview-mode) (chart-kernel-preview-mode))
    (setq chart-kernel-preview-connection connection)
    (chart-kernel-preview-choose chart)
    (current-buffer)))

(defun chart-kernel-preview-choose (chart)
  "Show CHART, an id of the same connection, or nothing yet if nil."
  (unless (equal chart chart-kernel-preview-chart)
    (chart-kernel-preview--stop)
    (setq chart-kernel-preview-chart chart
          chart-kernel-preview--revision 0
          chart-kernel-preview--told 0
          chart-kernel-preview--kind nil)))

(defun chart-kernel-preview--header ()
  "The header line: what is wrong with the text, or else the chart's name."
  (if chart-kernel-preview-fault
      (propertize (concat " " (replace-regexp-in-string "%" "%%" chart-kernel-preview-fault)) 'face 'error)
    (concat " " (replace-regexp-in-string "%" "%%" (or chart-kernel-preview-chart "")))))

;;; Showing

(defun chart-kernel-preview-show (result)
  "Show the picture that RESULT, of a method of the kernel, brought along."
  (let* ((display (plist-get result :display))
         (svg (plist-get display :image/svg+xml))
         (revision (or (plist-get result :revision) 0)))
    (when (and svg (>= revision chart-kernel-preview--revision))
      (setq chart-kernel-preview--revision revision)
      (chart-kernel-preview-show-svg svg (plist-get display :text/plain)))))

(defun chart-kernel-preview-show-svg (svg &optional words)
  "Show the picture SVG of a chart that is WORDS in words."
  (setq chart-kernel-preview--svg svg
        chart-kernel-preview--words words
        chart-kernel-preview--size (chart-kernel-svg-size svg))
  (chart-kernel-preview--draw))

(defun chart-kernel-preview--room ()
  "Width and height in px that each window with the picture has for it."
  (let ((windows (get-buffer-window-list nil nil t)))
    (if windows
        (cons (apply #'min (mapcar (lambda (window) (window-body-width window t)) windows))
              (apply #'min (mapcar (lambda (window) (window-body-height window t)) windows)))
      '(nil . nil))))

(defun chart-kernel-preview--draw ()
  "Put the picture into the buffer; where there are no images, its words."
  (let* ((room (chart-kernel-preview--room))
         (image (chart-kernel-image chart-kernel-preview--svg (car room) (cdr room)))
         (old chart-kernel-preview--image)
         (inhibit-read-only t))
    (setq chart-kernel-preview--image image)
    (with-silent-modifications
      (if (not image)
          (progn (erase-buffer) (insert (or chart-kernel-preview--words "")))
        (unless (= (buffer-size) 1) (erase-buffer) (insert " "))
        (add-text-properties (point-min) (point-max)
                             (list 'display image 'pointer 'arrow
                                   'help-echo #'chart-kernel-preview--hover))))
    (goto-char (point-min))
    ;; Each picture is used once.  Emacs would keep them all for minutes.
    (when (and old (not (equal old image))) (image-flush old t))))

(defun chart-kernel-preview--resized (window)
  "Fit the picture into WINDOW, whose size has changed."
  (with-current-buffer (window-buffer window)
    (when (and chart-kernel-preview--image
               (not (equal (chart-kernel-preview--room)
                           (cons (image-property chart-kernel-preview--image :max-width)
                                 (image-property chart-kernel-preview--image :max-height)))))
      (chart-kernel-preview--draw))))

(defun chart-kernel-preview-refresh ()
  "Get the picture anew."
  (interactive nil chart-kernel-preview-mode)
  (chart-kernel-preview--send
   "chart/render" nil
   (lambda (result)
     (when (>= (plist-get result :revision) chart-kernel-preview--revision)
       (setq chart-kernel-preview--revision (plist-get result :revision))
       (chart-kernel-preview-show-svg (plist-get result :svg) chart-kernel-preview--words)))))

;;; Requests

(defun chart-kernel-preview--send (method params &optional then)
  "Send METHOD with PARAMS for the chart, and show what comes back.
THEN is called with the result, in this buffer."
  (unless (and chart-kernel-preview-chart chart-kernel-preview-connection)
    (user-error "There is no chart here"))
  (let ((buffer (current-buffer)) (chart chart-kernel-preview-chart))
    (cl-incf chart-kernel-preview--flying)
    (chart-kernel-call
     chart-kernel-preview-connection method (append (list :chart chart) params)
     (lambda (result)
       (when (buffer-live-p buffer)
         (with-current-buffer buffer
           (cl-decf chart-kernel-preview--flying)
           (when (equal chart chart-kernel-preview-chart)
             (chart-kernel-preview-show result)
             (when then (funcall then result))
             (chart-kernel-preview--catch-up)))))
     (lambda (fault)
       (when (buffer-live-p buffer)
         (with-current-buffer buffer
           (cl-decf chart-kernel-preview--flying)
           (chart-kernel-preview--stop)))
       (message "%s" (plist-get fault :message))))))

(defun chart-kernel-preview--notified (connection method params)
  "Get a newer picture if there is one by now.
METHOD and PARAMS are what was told over CONNECTION."
  (let ((revision (or (plist-get params :revision) 0)))
    (dolist (buffer (chart-kernel-previews connection))
      (with-current-buffer buffer
        (when (and (equal (plist-get params :chart) chart-kernel-preview-chart)
                   (equal (plist-get params :session) (chart-kernel-session connection)))
          ;; Another chart under the same name begins to count anew if the old one was deleted.
          (when (and (eq method 'chart/didCreate) (< revision chart-kernel-preview--told))
            (setq chart-kernel-preview--revision 0))
          (setq chart-kernel-preview--told revision)
          (chart-kernel-preview--catch-up))))))

(defun chart-kernel-preview--catch-up ()
  "Get a newer picture if there is one."
  ;; The answer to a request of one's own brings the picture along.
  (when (and (zerop chart-kernel-preview--flying)
             (> chart-kernel-preview--told chart-kernel-preview--revision))
    (chart-kernel-preview-refresh)))

(defun chart-kernel-preview--closed (connection)
  "Say in the previews of CONNECTION that it has ended."
  (dolist (buffer (chart-kernel-previews connection))
    (with-current-buffer buffer
      (chart-kernel-preview--stop)
      (setq chart-kernel-preview-fault "The kernel has ended"
            chart-kernel-preview-connection nil)
      (force-mode-line-update))))

(defun chart-kernel-previews (connection)
  "The buffers that show charts of CONNECTION."
  (cl-remove-if-not
   (lambda (buffer)
     (and (eq (buffer-local-value 'major-mode buffer) 'chart-kernel-preview-mode)
          (eq (buffer-local-value 'chart-kernel-preview-connection buffer) connection)))
   (buffer-list)))

(defun chart-kernel-preview--echo (result)
  "Say what has happened to the chart, according to RESULT."
  (let ((events (append (plist-get result :events) nil)))
    (when events
      (chart-kernel-preview--say (mapconcat #'chart-kernel-event-words events ", ")))))

(defun chart-kernel-preview--say (text)
  "Show TEXT in the echo area, without a trace in *Messages*."
  (unless (active-minibuffer-window)
    (let ((message-log-max nil))
      (message "%s" text))))

(defun chart-kernel-event-words (event)
  "An EVENT of the kernel in words."
  (let ((label (plist-get event :label)) (value (plist-get event :value))
        (fraction (plist-get event :fraction)) (angle (plist-get event :angle)))
    (pcase (plist-get event :type)
      ("valueSelected" (concat (or label "") (and label value ": ") (and value (format "%s" value))
                               (and fraction (format " (%.1f%%)" (* 100 fraction)))))
      ("nothingSelected" "Nothing selected")
      ((and type (or "rotated" "settled")) (if angle (format "%s at %.0f°" type angle) type))
      (type (or type "")))))

;;; Pointing

(defun chart-kernel-preview--scale (posn)
  "The chart's px for each px of the picture at POSN, as (X . Y)."
  (let ((shown (posn-object-width-height posn)) (size chart-kernel-preview--size))
    (if (and size shown (> (car shown) 0) (> (cdr shown) 0))
        (cons (/ (car size) (float (car shown))) (/ (cdr size) (float (cdr shown))))
      '(1.0 . 1.0))))

(defun chart-kernel-preview--place (posn)
  "The place in the chart that POSN is at, as (X . Y); nil outside."
  (when-let ((xy (and (posn-image posn) (posn-object-x-y posn)))
             (scale (chart-kernel-preview--scale posn)))
    (cons (* (car xy) (car scale)) (* (cdr xy) (cdr scale)))))

(defun chart-kernel-preview--frame-xy (posn)
  "Where POSN is in its frame, in px."
  (let* ((window (posn-window posn)) (xy (posn-x-y posn)))
    (if (windowp window)
        (let ((edges (window-edges window nil nil t)))
          (cons (+ (car xy) (nth 0 edges)) (+ (cdr xy) (nth 1 edges))))
      xy)))

(defun chart-kernel-preview--report (phase place time &optional then)
  "Report that the pointer did PHASE at PLACE and TIME.
THEN is called with the result."
  (chart-kernel-preview--send
   "chart/pointer" (list :phase phase :x (car place) :y (cdr place) :time time)
   (lambda (result)
     (chart-kernel-preview--echo result)
     (when then (funcall then result)))))

(defvar chart-kernel-preview--clock nil "The time at which the timestamps of events were zero.")

(defun chart-kernel-preview--time (posn)
  "The time of the event at POSN, on the clock of `float-time'.
It is not when Emacs comes to the event: a fling is as fast as
the hand, however busy Emacs is."
  (let* ((stamp (/ (posn-timestamp posn) 1000.0))
         (clock (- (float-time) stamp)))
    ;; The event that Emacs came to soonest tells best.  Timestamps begin anew at times.
    (unless (and chart-kernel-preview--clock (< -1 (- clock chart-kernel-preview--clock) 60))
      (setq chart-kernel-preview--clock clock))
    (setq chart-kernel-preview--clock (min clock chart-kernel-preview--clock))
    (+ chart-kernel-preview--clock stamp)))

(defun chart-kernel-preview-press (event)
  "Report what the mouse does from EVENT, a press, until the button is up.
The kernel recognises clicks, double clicks and drags."
  (interactive "e" chart-kernel-preview-mode)
  (let* ((posn (event-start event)) (window (posn-window posn)))
    (select-window window)
    (with-current-buffer (window-buffer window)
      (when-let ((place (chart-kernel-preview--place posn)))
        (chart-kernel-preview--stop)
        (chart-kernel-preview--track place posn)))))

(defun chart-kernel-preview--track (place posn)
  "Report what the mouse does until the button is up.
It was pressed at PLACE in the chart, at POSN."
  (let* ((scale (chart-kernel-preview--scale posn))
         (start (chart-kernel-preview--frame-xy posn))
         ;; Where to, since the pointer may leave the picture, the window and the frame.
         (to (lambda (posn)
               (let ((xy (chart-kernel-preview--frame-xy posn)))
                 (cons (+ (car place) (* (- (car xy) (car start)) (car scale)))
                       (+ (cdr place) (* (- (cdr xy) (cdr start)) (cdr scale)))))))
         (at #'chart-kernel-preview--time)
         ;; Without `quit' the kernel is told that the gesture has ended.
         (inhibit-quit t)
         event)
    (chart-kernel-preview--report "down" place (funcall at posn))
    (track-mouse
      (while (progn
               (setq event (read-event))
               (or (mouse-movement-p event)
                   (memq (car-safe event) '(switch-frame select-window focus-in focus-out help-echo))))
        (when (mouse-movement-p event)
          (chart-kernel-preview--move (funcall to (event-start event)) (funcall at (event-start event))))))
    (setq chart-kernel-preview--move nil)
    (if (eq (event-basic-type event) 'mouse-1)
        (chart-kernel-preview--report "up" (funcall to (event-end event)) (funcall at (event-end event))
                                      #'chart-kernel-preview--settle)
      ;; Something else came in between.
      (chart-kernel-preview--report "cancel" place (float-time))
      (push event unread-command-events))))

(defun chart-kernel-preview--move (place time)
  "Report that the pointer was at PLACE at TIME, once the last move is answered.
Of the moves in between only the last one counts."
  (if (> chart-kernel-preview--flying 1)
      (setq chart-kernel-preview--move (list place time))
    (setq chart-kernel-preview--move nil)
    (chart-kernel-preview--report
     "move" place time
     (lambda (_)
       (when chart-kernel-preview--move
         (apply #'chart-kernel-preview--move chart-kernel-preview--move))))))

(defun chart-kernel-preview--hover (_window object position)
  "Ask what the mouse is over; called for each move over the picture.
OBJECT is the buffer and POSITION the place in it."
  (let ((buffer (if (bufferp object) object (and (overlayp object) (overlay-buffer object)))))
    (when (and buffer position)
      (with-current-buffer buffer
        (pcase-let* ((`(,frame ,x . ,y) (mouse-pixel-position))
                     (posn (and x (posn-at-x-y x y frame)))
                     (place (and posn (eq (posn-window posn) (get-buffer-window buffer frame))
                                 (chart-kernel-preview--place posn))))
          (when (and place chart-kernel-preview-chart (not chart-kernel-preview--hovering)
                     (jsonrpc-running-p chart-kernel-preview-connection))
            (chart-kernel-preview--ask-hover place))))))
  nil)

(defun chart-kernel-preview--ask-hover (place)
  "Show in the echo area what is at PLACE."
  (let ((buffer (current-buffer)))
    (setq chart-kernel-preview--hovering t)
    (chart-kernel-call
     chart-kernel-preview-connection "chart/hover"
     (list :chart chart-kernel-preview-chart :x (car place) :y (cdr place))
     (lambda (result)
       (when (buffer-live-p buffer)
         (with-current-buffer buffer (setq chart-kernel-preview--hovering nil)))
       (when-let ((text (plist-get (plist-get result :marker) :text)))
         (chart-kernel-preview--say (replace-regexp-in-string "\n" " · " text))))
     (lambda (_)
       (when (buffer-live-p buffer)
         (with-current-buffer buffer (setq chart-kernel-preview--hovering nil)))))))

(defun chart-kernel-preview--kind ()
  "The kind of the chart."
  (or chart-kernel-preview--kind
      (setq chart-kernel-preview--kind
            (plist-get (cl-find chart-kernel-preview-chart
                                (chart-kernel-charts chart-kernel-preview-connection)
                                :key (lambda (chart) (plist-get chart :chart)) :test #'equal)
                       :kind))))

(defun chart-kernel-preview--direction (event)
  "Return 1 if EVENT is the wheel down or right, else -1."
  (if (memq (event-basic-type event) '(mouse-5 wheel-down mouse-7 wheel-right)) 1 -1))

(defun chart-kernel-preview-wheel (event)
  "Turn the pie, or scroll the chart with axes, that EVENT happens over."
  (interactive "e" chart-kernel-preview-mode)
  (with-current-buffer (window-buffer (posn-window (event-start event)))
    (let ((sign (chart-kernel-preview--direction event)))
      (when chart-kernel-preview-chart
        (if (equal (chart-kernel-preview--kind) "pie")
            (chart-kernel-preview--send "chart/rotate" (list :by (* sign chart-kernel-rotation-step))
                                        #'chart-kernel-preview--echo)
          (chart-kernel-preview--send "chart/scroll" (list :by (* sign chart-kernel-scroll-step))))))))

(defun chart-kernel-preview-wheel-zoom (event)
  "Zoom the chart with axes that EVENT happens over, about that place."
  (interactive "e" chart-kernel-preview-mode)
  (with-current-buffer (window-buffer (posn-window (event-start event)))
    (when-let ((place (chart-kernel-preview--place (event-start event))))
      (chart-kernel-preview--send
       "chart/zoom" (list :scale (if (< (chart-kernel-preview--direction event) 0) 1.25 0.8)
                          :x (car place) :y (cdr place))))))

;;; What moves by itself

(defun chart-kernel-preview--settle (result)
  "Let time go on while RESULT and those that follow tell of movement."
  (chart-kernel-preview--stop)
  (when (eq (plist-get result :moving) t)
    (let ((buffer (current-buffer)))
      (setq chart-kernel-preview--timer
            (run-with-timer
             0 (/ 1.0 chart-kernel-frame-rate)
             (lambda ()
               (when (buffer-live-p buffer)
                 (with-current-buffer buffer
                   (when (zerop chart-kernel-preview--flying)
                     (chart-kernel-preview--send
                      "chart/advance" (list :time (float-time))
                      (lambda (result)
                        (unless (eq (plist-get result :moving) t)
                          (chart-kernel-preview--stop)))))))))))))

(defun chart-kernel-preview--stop ()
  "Let time stand still for the chart."
  (when chart-kernel-preview--timer
    (cancel-timer chart-kernel-preview--timer)
    (setq chart-kernel-preview--timer nil)))

;;; Commands

(defun chart-kernel-preview-key (key)
  "Press KEY, by its name in browsers, in the chart."
  (chart-kernel-preview--send "chart/key" (list :key key) #'chart-kernel-preview--echo))

(defun chart-kernel-preview--step (method nothing)
  "Send METHOD; if it changed nothing, say NOTHING."
  (chart-kernel-preview--stop)
  (chart-kernel-preview--send
   method nil
   (lambda (result) (unless (eq (plist-get result :changed) t) (message "%s" nothing)))))

(defun chart-kernel-preview-undo ()
  "Take back what was done to the chart last."
  (interactive nil chart-kernel-preview-mode)
  (chart-kernel-preview--step "chart/undo" "Nothing to undo"))

(defun chart-kernel-preview-redo ()
  "Do again what was undone last."
  (interactive nil chart-kernel-preview-mode)
  (chart-kernel-preview--step "chart/redo" "Nothing to redo"))

(defun chart-kernel-preview-reset ()
  "Make the chart as if nobody had touched it."
  (interactive nil chart-kernel-preview-mode)
  (chart-kernel-preview--step "chart/reset" "Nothing to reset"))

(defun chart-kernel-preview-animate ()
  "Play the draw-in animation that the chart's text names."
  (interactive nil chart-kernel-preview-mode)
  (chart-kernel-preview--send "chart/animate"
                              (list :action "start" :ifRunning "restart" :time (float-time))
                              #'chart-kernel-preview--settle))

(defun chart-kernel-preview-toggle (name)
  "Hide the slice or series NAME, or show it again."
  (interactive "sHide or show: " chart-kernel-preview-mode)
  (chart-kernel-preview--send "chart/toggle" (list :series name)))

(defun chart-kernel-preview-export (file)
  "Write the chart's picture as it is now into FILE, as SVG."
  (interactive
   (list (read-file-name "Write picture: " nil nil nil (concat (or chart-kernel-preview-chart "chart") ".svg")))
   chart-kernel-preview-mode)
  (let ((coding-system-for-write 'utf-8-unix))
    (write-region
     (if chart-kernel-preview-chart
         (plist-get (chart-kernel-request chart-kernel-preview-connection "chart/render"
                                          (list :chart chart-kernel-preview-chart))
                    :svg)
       chart-kernel-preview--svg)
     nil file nil nil nil t)))

(provide 'chart-kernel-preview)
;;; chart-kernel-preview.el ends here
